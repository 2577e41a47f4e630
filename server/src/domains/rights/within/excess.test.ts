import { describe, expect, test } from 'vitest'
import type { CtxUser, Scope } from '../../../platform/ctx.ts'
import type { RowGrant } from '../../../platform/access/user.ts'
import { type RoleRights, excessOfRole, excessOfUser } from './excess.ts'
import type { Giver } from './giver.ts'

const WORDS = {
  menus: new Map([['user_edit', '用户管理-修改']]),
  schools: new Map([
    ['S1', { name: '一中', areaCode: 'A1' }],
    ['S2', { name: '二中', areaCode: 'A2' }],
  ]),
}

interface Rights {
  permissions?: string[]
  scope?: Scope
  grants?: RowGrant[]
  refused?: string[]
}

function userWith({ permissions = [], grants, refused = [] }: Rights): CtxUser {
  return {
    id: '1',
    tenantId: '1',
    account: 'a',
    name: 'a',
    deptId: '',
    roles: ['some'],
    permissions: new Set(permissions),
    isAdministrator: false,
    isReadOnly: false,
    rowGrants: new Map(grants ? [['post', grants]] : []),
    refusedPaths: new Set(refused),
    sessionId: '',
  }
}

function giverWith(rights: Rights, more: Partial<Giver> = {}): Giver {
  const scope = rights.scope ?? { level: 'all' }
  return { user: userWith(rights), scope, menus: new Set(rights.permissions), dataScopes: [], ...more }
}

const excess = (target: Rights, giver: Rights): string[] =>
  excessOfUser({ user: userWith(target), scope: target.scope ?? { level: 'all' } }, giverWith(giver), WORDS)

describe('an account', () => {
  test('with another permission exceeds by it, in words', () => {
    expect(excess({ permissions: ['user_edit', 'x'] }, { permissions: ['x'] })).toEqual(['权限「用户管理-修改」'])
    expect(excess({ permissions: ['x'] }, { permissions: ['user_edit', 'x'] })).toEqual([])
  })

  const A1: Scope = { level: 'area', areaCodes: ['A1'] }
  const S1: Scope = { level: 'school', schoolCodes: ['S1'] }
  const C1: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['C1'] }

  test.each<[string, Scope, Scope, string[]]>([
    ['everything over an area', { level: 'all' }, A1, ['数据范围「全部」']],
    ['an area over a school', A1, S1, ['数据范围「本县区」']],
    ['a school over a class', S1, C1, ['数据范围「本校」']],
    ['another area', { level: 'area', areaCodes: ['A1', 'A2'] }, A1, ['县区「A2」']],
    ['a school of another area', { level: 'school', schoolCodes: ['S1', 'S2'] }, A1, ['单位「二中」']],
    ['a school that is gone', { level: 'school', schoolCodes: ['S9'] }, A1, ['单位「S9」']],
    ['a school of the area', S1, A1, []],
    ['a second school', { level: 'class', schoolCodes: ['S1', 'S2'], classCodes: [] }, S1, ['单位「二中」']],
    ['a class of the school', C1, S1, []],
    ['another class', { ...C1, classCodes: ['C1', 'C2'] }, C1, ['班级「C2」']],
    ['the same class', C1, C1, []],
    ['nothing under everything', S1, { level: 'all' }, []],
  ])('with %s is judged by its units', (_title, target, giver, wanted) => {
    expect(excess({ scope: target }, { scope: giver })).toEqual(wanted)
  })

  const dept = (...values: string[]): RowGrant => [{ field: 'dept', operator: 'equal', values }]

  test.each<[string, RowGrant[] | undefined, RowGrant[] | undefined, boolean]>([
    ['sees all rows, the giver some', undefined, [dept('1')], false],
    ['sees some rows, the giver all', [dept('1')], undefined, true],
    ['sees fewer departments', [dept('1')], [dept('1', '2')], true],
    ['sees another department', [dept('1', '3')], [dept('1', '2')], false],
    ['sees one scope too many', [dept('1'), dept('3')], [dept('1')], false],
    ['sees nothing at all', [dept()], [dept('1')], true],
    ['sees what a further test narrows', [[...dept('1'), ...dept('9')]], [dept('1')], true],
    ['lacks a test of the giver', [dept('1')], [[...dept('1'), ...dept('9')]], false],
    ['compares in another way', [[{ field: 'dept', operator: 'like', values: ['1'] }]], [dept('1')], false],
    ['leaves out less', [not('1')], [not('1', '2')], false],
    ['leaves out more', [not('1', '2')], [not('1')], true],
    ['sees everything by one of its scopes', [[]], [dept('1')], false],
    ['is seen by a scope that narrows nothing', undefined, [dept('1'), []], true],
  ])('that %s is judged by the rows', (_title, target, giver, isWithin) => {
    const rights = (grants: RowGrant[] | undefined): Rights => (grants ? { grants } : {})
    expect(excess(rights(target), rights(giver))).toEqual(isWithin ? [] : ['数据权限「岗位」'])
  })

  function not(...values: string[]): RowGrant {
    return [{ field: 'dept', operator: 'notequal', values }]
  }

  test('of an administrator exceeds everybody but administrators', () => {
    const user = { ...userWith({}), isAdministrator: true }
    expect(excessOfUser({ user, scope: A1 }, giverWith({}), WORDS)).toEqual(['超级管理员的全部权限'])
    expect(excessOfUser({ user, scope: A1 }, { ...giverWith({ scope: S1 }), user }, WORDS)).toEqual([])
  })

  test('without a role exceeds by its units alone', () => {
    const user = { ...userWith({ permissions: ['user_edit'], refused: [] }), roles: [] }
    const giver = giverWith({ scope: S1, grants: [dept('1')], refused: ['/api/blade-system/post/list'] })
    expect(excessOfUser({ user, scope: S1 }, giver, WORDS)).toEqual([])
    expect(excessOfUser({ user, scope: A1 }, giver, WORDS)).toEqual(['数据范围「本县区」'])
  })

  test('with several rights too many is told the first and their number', () => {
    expect(excess({ permissions: ['user_edit', 'b', 'c'] }, {})).toEqual(['权限「用户管理-修改」等3项'])
  })

  test('that may make a call kept from the giver exceeds by it', () => {
    const path = '/api/blade-system/post/list'
    expect(excess({}, { refused: [path] })).toEqual(['接口「岗位列表」'])
    expect(excess({ refused: [path] }, { refused: [path] })).toEqual([])
  })
})

describe('a role', () => {
  const role: RoleRights = {
    id: '1',
    roleAlias: 'some',
    roleName: '某',
    scopeLevel: 'all',
    permissions: [],
    menuIds: [],
    dataScopes: [],
    refusedPaths: new Set(),
  }
  const own = { id: '1', roleId: '2', name: '本部门', entity: 'post', type: 3, column: null, conditions: null }
  const narrowed = giverWith({ grants: [[{ field: '', operator: 'equal', values: ['1'] }]] }, { dataScopes: [own] })

  test('of somebody narrowed carries the same scopes and none else', () => {
    expect(excessOfRole(role, narrowed, WORDS)).toEqual(['数据权限「岗位不受限」'])
    expect(excessOfRole({ ...role, dataScopes: [{ ...own, id: '9' }] }, narrowed, WORDS)).toEqual([])
    const wide = { ...own, id: '8', name: '全部岗位', type: 1 }
    for (const change of [
      { column: 'createUser' },
      { conditions: [{ field: 'sort', operator: 'equal' as const, values: ['1'] }] },
    ])
      expect(excessOfRole({ ...role, dataScopes: [{ ...own, ...change }] }, narrowed, WORDS)).toEqual([
        '数据权限「本部门」',
      ])
    expect(excessOfRole({ ...role, dataScopes: [{ ...own, column: '', conditions: [] }] }, narrowed, WORDS)).toEqual([])
    expect(excessOfRole({ ...role, dataScopes: [own, wide] }, narrowed, WORDS)).toEqual(['数据权限「全部岗位」'])
  })

  test('of administrators exceeds everybody but administrators', () => {
    const all = { ...role, roleAlias: 'administrator' }
    expect(excessOfRole(all, giverWith({}), WORDS)).toEqual(['超级管理员的全部权限'])
    const giver = giverWith({})
    expect(excessOfRole(all, { ...giver, user: { ...giver.user, isAdministrator: true } }, WORDS)).toEqual([])
  })

  test('exceeds by its level, its menus and the calls that are open to it', () => {
    const path = '/api/blade-system/post/list'
    const giver = giverWith(
      { scope: { level: 'school', schoolCodes: ['S1'] }, refused: [path] },
      { menus: new Set(['m']) },
    )
    expect(excessOfRole({ ...role, menuIds: ['m', 'user_edit', 'x'] }, giver, WORDS)).toEqual([
      '数据范围「全部」',
      '权限「用户管理-修改」等2项',
      '接口「岗位列表」',
    ])
    const low = { ...role, scopeLevel: null, menuIds: ['m'], refusedPaths: new Set([path]) }
    expect(excessOfRole(low, giver, WORDS)).toEqual([])
  })
})
