import { expect, test } from 'vitest'
import { date, decimal, dict, flag, image, integer, isListed, json, paragraph, ref, text } from '../src/kit/field.ts'

// Each line below is one more word than its kind takes; the compiler refuses all of them.
const REFUSED = [
  // @ts-expect-error -- numbers are not written in an editor
  integer('人数', { required: true, rich: true }),
  // @ts-expect-error -- a text has no bounds
  text('名称', { required: true, min: 1 }),
  // @ts-expect-error -- a paragraph is not checked as a phone number
  paragraph('备注', { length: 200, check: 'phone' }),
  // @ts-expect-error -- one does not pick several numbers
  decimal('得分', { scale: 1, multiple: true }),
  // @ts-expect-error -- a switch has no length
  flag('封存', { default: 0, length: 1 }),
  // @ts-expect-error -- a day has no unit
  date('日期', { required: true, unit: '天' }),
  // @ts-expect-error -- entries of a dictionary are no tree
  dict('县区', 'exam_area', { tree: true }),
  // @ts-expect-error -- keys of rows are text
  ref('学校', 'basicSchool', { tree: true, numeric: true }),
  // @ts-expect-error -- a picture has no digits
  image('照片', { max: 3, scale: 2 }),
  // @ts-expect-error -- layout is no matter of the declaration
  text('名称', { width: 120 }),
]

test('options of another kind do not compile; those of the own kind are kept as they are', () => {
  expect(REFUSED).toHaveLength(10)
  expect(ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' })).toEqual({
    kind: 'ref',
    label: '学校',
    ref: 'basicSchool',
    tree: true,
    value: 'schoolCode',
  })
})

test('lists carry every field but those with a structure, long ones and those told to stay out', () => {
  expect(isListed(text('名称'))).toBe(true)
  expect(isListed(text('备注', { list: false }))).toBe(false)
  expect(isListed(paragraph('内容'))).toBe(false)
  expect(isListed(paragraph('内容', { list: true }))).toBe(true)
  expect(isListed(json('规则'))).toBe(false)
})
