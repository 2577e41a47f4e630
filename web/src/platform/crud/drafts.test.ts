// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { clearSession, updateSession, useSession } from '../session/store.ts'
import { draftOf, dropDraft, dropDraftsOf, keepDraft } from './drafts.ts'

const USER = { userId: '1', account: 'a', name: '甲', avatar: '', roleName: '', deptName: '' }
const PLACE = '/bigdata/basic/basicSchool basicSchool'
const DRAFT = { mode: 'add' as const, values: { schoolName: '还没有保存的学校' } }

beforeEach(() => {
  sessionStorage.clear()
  updateSession({ token: 'a', user: USER })
})

test('what was typed is there again for the same user, place by place', () => {
  keepDraft(PLACE, DRAFT)
  keepDraft('/other param', { mode: 'edit', id: '7', values: { paramValue: '二' } })
  expect(draftOf(PLACE)).toMatchObject(DRAFT)
  expect(draftOf('/other param')).toMatchObject({ id: '7', mode: 'edit' })
  dropDraft(PLACE)
  expect(draftOf(PLACE)).toBeUndefined()
  dropDraftsOf('/other')
  expect(draftOf('/other param')).toBeUndefined()
})

test('a session that ran out keeps it, another user does not see it, leaving forgets it', () => {
  keepDraft(PLACE, DRAFT)
  clearSession()
  updateSession({ token: 'b', user: { ...USER, userId: '2' } })
  expect(draftOf(PLACE)).toBeUndefined()
  useSession.setState({ user: USER })
  expect(draftOf(PLACE)).toMatchObject(DRAFT)
  clearSession(true)
  updateSession({ token: 'c', user: USER })
  expect(draftOf(PLACE)).toBeUndefined()
})
