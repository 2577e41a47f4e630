import { dict, integer, json, paragraph, ref, text } from '@xueheng/contract/kit/field.ts'
import { expect, test } from 'vitest'
import { columnWidth, dialogWidth, formSpan, isHidden } from './field-layout.ts'
import { paragraphRows } from './fields/paragraph-rows.ts'

test('a column is as wide as its values are long: codes by their letters, people short, names of things long', () => {
  expect(columnWidth(text('学籍号', { length: 20 }))).toBe(176)
  expect(columnWidth(text('姓名', { length: 50 }))).toBe(110)
  expect(columnWidth(text('活动名称', { length: 100 }))).toBe(190)
  expect(columnWidth(text('科目', { length: 20 }))).toBe(90)
  expect(columnWidth(text('接口路径', { length: 255 }))).toBe(200)
  expect(columnWidth(integer('人数'))).toBe(90)
  expect(columnWidth(integer('人数'), { width: 130 })).toBe(130)
})

test('a long text, a remark and a paragraph take a line of the form each; others stand in pairs', () => {
  expect(formSpan(text('地址', { length: 300 }))).toBe(24)
  expect(formSpan(text('备注', { length: 255 }))).toBe(24)
  expect(formSpan(paragraph('内容'))).toBe(24)
  expect(formSpan(ref('角色', 'role', { multiple: true }))).toBe(12)
  expect(formSpan(ref('班级', 'schoolClasses', { multiple: true }), { span: 24 })).toBe(24)
})

test('a form leaves out what has a structure, and what is computed and in no list', () => {
  expect(isHidden(json('规则'))).toBe(true)
  expect(isHidden(text('祖先', { editable: 'never', list: false }))).toBe(true)
  expect(isHidden(dict('县区', 'exam_area', { editable: 'never' }))).toBe(false)
  expect(isHidden(text('校验和', { editable: 'never', list: false }), { isHidden: false })).toBe(false)
})

test('what may be long starts with more lines, and many fields have more room', () => {
  expect([paragraphRows(paragraph('理由', { length: 200 })), paragraphRows(paragraph('正文'))]).toEqual([3, 6])
  const fields = (n: number) => Array.from({ length: n }, (_none, at) => [`f${at}`, text('名称')] as const)
  expect(dialogWidth(fields(7))).toBe(720)
  expect(dialogWidth(fields(8))).toBe(880)
  expect(dialogWidth([['content', paragraph('正文', { rich: true })]])).toBe(880)
})
