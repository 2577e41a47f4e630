import { expect, test } from 'vitest'
import { familyQuery } from './account.ts'
import { familyRow } from './account-rows.ts'

test('clients of the family page, order and say what is enabled in their own words', () => {
  expect(familyQuery({ page: 2, limit: 5, sidx: 'openid', order: 'asc', city: 'a' })).toEqual({
    current: 2,
    size: 5,
    ascs: 'openid',
    city: 'a',
  })
  expect(familyQuery({ page: 2, current: 3, limit: 5, size: 7, sidx: 'openid', order: 'desc' })).toEqual({
    current: 3,
    size: 7,
    descs: 'openid',
  })
  expect(familyQuery({ sidx: 'openid' })).toEqual({ descs: 'openid' })
  expect(familyQuery({ sidx: '', order: 'asc' })).toEqual({})
  expect(familyRow({ status: true, desc: '说明', a: 1 })).toEqual({ isEnabled: 1, remark: '说明', a: 1 })
  expect(familyRow({ status: false, desc: '说明', remark: '原来的' })).toEqual({ isEnabled: 0, remark: '原来的' })
  expect(familyRow({ status: 1, desc: 7 })).toEqual({})
})
