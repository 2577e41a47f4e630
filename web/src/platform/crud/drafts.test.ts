// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { clearSession, updateSession, useSession } from '../session/store.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { draftOf, dropDraft, dropDraftsOf, keepDraft } from './drafts.ts'
import { keepable } from './use-entity-dialog.ts'

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

test('nothing of the row itself, no secret and nothing that is masked elsewhere gets into it', () => {
  const masked = Object.entries(basicStudent.fields).filter(([, field]) => 'personal' in field)
  expect(masked.map(([name]) => name)).toEqual(['studentCode', 'phone'])
  const stored = { studentName: '王小明', sex: 1, remark: '旧', phone: '138****0001' }
  const typed = { ...stored, studentName: '王明', remark: undefined, phone: '13800000002', newPassword: 'x' }
  expect(keepable(basicStudent, typed, stored)).toEqual({ studentName: '王明', remark: null })
  expect(keepable(basicStudent, { studentCode: 'G110', studentName: '李' })).toEqual({ studentName: '李' })
})
