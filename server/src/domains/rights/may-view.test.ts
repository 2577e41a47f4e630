import { expect, test } from 'vitest'
import type { CtxUser, Scope } from '../../platform/ctx.ts'
import { mayView } from './may-view.ts'

interface Known {
  user: CtxUser
  scope: Scope
}

function known(change: Partial<CtxUser> = {}, scope: Scope = { level: 'all' }): Known {
  const user: CtxUser = {
    id: '1',
    tenantId: '1',
    account: 'a',
    name: 'a',
    deptId: '',
    roles: ['some'],
    permissions: new Set(['rights_viewas', 'post_view']),
    isAdministrator: false,
    isReadOnly: false,
    rowGrants: new Map(),
    refusedPaths: new Set(),
    sessionId: '',
    ...change,
  }
  return { user, scope }
}

const PATH = '/api/blade-system/post/list'
const target = (change: Partial<CtxUser> = {}) => known({ id: '2', permissions: new Set(['post_view']), ...change })

test.each<[string, boolean, Known, Known]>([
  ['with as many rights and everything in sight looks', true, known(), target()],
  ['who is the other one does not look', false, known(), target({ id: '1' })],
  ['of another tenant does not look', false, known(), target({ tenantId: '2' })],
  [
    'who is an administrator looks as everybody',
    true,
    known({ isAdministrator: true }),
    target({ isAdministrator: true }),
  ],
  [
    'who is an administrator of another tenant does not look',
    false,
    known({ isAdministrator: true }),
    target({ tenantId: '2' }),
  ],
  ['without the right to it does not look', false, known({ permissions: new Set(['post_view']) }), target()],
  ['who sees a school alone does not look', false, known({}, { level: 'school', schoolCodes: ['S1'] }), target()],
  ['who sees some rows alone does not look', false, known({ rowGrants: new Map([['post', []]]) }), target()],
  ['does not look as an administrator', false, known(), target({ isAdministrator: true })],
  ['does not look as somebody with another right', false, known(), target({ permissions: new Set(['post_edit']) })],
  [
    'from whom a call is kept does not look as who may make it',
    false,
    known({ refusedPaths: new Set([PATH]) }),
    target(),
  ],
  [
    'from whom a call is kept looks as who may not make it either',
    true,
    known({ refusedPaths: new Set([PATH]) }),
    target({ refusedPaths: new Set([PATH, '/api/blade-system/post/detail']) }),
  ],
])('a user %s', (_title, wanted, viewer, seen) => {
  expect(mayView(viewer, seen)).toBe(wanted)
})
