import { defineEntity } from '@xueheng/contract/kit/entity.ts'
import { dict, integer, text } from '@xueheng/contract/kit/field.ts'
import { expect, test } from 'vitest'
import { rowName } from './row-name.ts'

const made = { service: 'test', title: '行' }
const teacher = defineEntity('teacher', { ...made, fields: { no: text('工号'), teacherName: text('姓名') } })
const count = defineEntity('count', {
  ...made,
  fields: { month: integer('月份'), areaCode: dict('县区', 'area'), people: integer('人数') },
  unique: [['month', 'areaCode']],
})
const labels = { areaCode: new Map([['11', '青川县']]) }
const ID = '1892345678901234567'

test('a row is called by its name, or by the field its screen puts first', () => {
  const row = { id: ID, no: 'T1', teacherName: '王芳' }
  expect(rowName({ entity: teacher, labels: {} }, row)).toBe('王芳')
  expect(rowName({ entity: teacher, labels: {}, first: ['no', 'teacherName'] }, row)).toBe('T1')
})

test('a row without a text is called by what no other row has, in words', () => {
  const row = { id: ID, month: 9, areaCode: '11', people: 3 }
  expect(rowName({ entity: count, labels }, row)).toBe('9 青川县')
  expect(rowName({ entity: count, labels, first: ['areaCode'] }, row)).toBe('青川县 9')
})

test('a row whose name is empty has none, and never its id', () => {
  expect(rowName({ entity: teacher, labels: {} }, { id: ID, no: 'T1', teacherName: null })).toBe('')
  expect(
    rowName({ entity: defineEntity('bare', { ...made, fields: { people: integer('人数') } }), labels }, { id: ID }),
  ).toBe('')
})
