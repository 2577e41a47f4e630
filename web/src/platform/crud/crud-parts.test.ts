import { registry } from '@xueheng/contract'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { dateTime, integer, text } from '@xueheng/contract/kit/field.ts'
import { expect, test } from 'vitest'
import { sideBySide } from './CrudCards.tsx'
import { fixed } from './fields/fixed.ts'
import { fieldViews } from './fields/kinds.ts'
import { filterChange, filterParams, pageChange, readQuery } from './list-query.ts'
import { fieldsOf, toForest } from './row.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderRefund } from '@xueheng/contract/domains/mall/order-refund.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import { sealInfo } from '@xueheng/contract/domains/seal/seal-info.ts'
import { stretch } from './stretch.ts'
import { arrange } from './use-column-memory.ts'

test('every field of every entity can be shown, typed and searched', () => {
  const kinds = new Set(registry.entities.flatMap((entity) => fieldsOf(entity).map(([, field]) => field.kind)))
  for (const kind of kinds)
    expect(fieldViews[kind]).toMatchObject({
      Cell: expect.any(Function),
      Input: expect.any(Function),
      Filter: expect.any(Function),
    })
})

test('on a card narrow pairs share a line; one without another beside it has all of it', () => {
  const widths = (...pairs: string[]) =>
    sideBySide(pairs.map((pair) => ({ isWide: pair === 'wide' }))).map(({ isWide }) => (isWide ? 'wide' : 'half'))
  expect(widths('half', 'half', 'wide', 'half')).toEqual(['half', 'half', 'wide', 'wide'])
  expect(widths('half', 'wide', 'half', 'half', 'half')).toEqual(['wide', 'wide', 'half', 'half', 'wide'])
})

test('numbers are rounded half up on their decimal digits', () => {
  expect(fixed(1.005, 2)).toBe('1.01')
  expect(fixed('74.5', 0)).toBe('75')
  expect(fixed('-0.004', 2)).toBe('0.00')
  expect(fixed('123456789012345.675', 2)).toBe('123456789012345.68')
  expect(fixed('62.5', 2)).toBe('62.50')
  expect(fixed(0, 1)).toBe('0.0')
  expect(fixed(1e-7, 2)).toBe('0.00')
  expect(fixed('缺考', 2)).toBe('缺考')
})

const fields = Object.entries({
  name: text('名称', { search: true }),
  year: integer('学年', { search: 'range' }),
  createTime: dateTime('创建时间'),
})

test('ranges travel under the names of their two ends', () => {
  const filters = { name: ' 一中 ', year: ['2020', ''], createTime: ['2026-01-01 00:00:00', '2026-02-01 23:59:59'] }
  expect(filterParams(filters, fields)).toEqual({
    name: '一中',
    year_ge: '2020',
    createTime_dategt: '2026-01-01 00:00:00',
    createTime_datelt: '2026-02-01 23:59:59',
  })
  const address = new URLSearchParams('name=一中&year_ge=2020&size=50&current=3')
  expect(readQuery(address, fields)).toEqual({
    filters: { name: '一中', year: ['2020', ''] },
    current: 3,
    size: 50,
    sort: undefined,
  })
})

test('a cleared search removes every filter and the page from the address', () => {
  expect(filterChange({}, fields, 'item.')).toMatchObject({ 'item.current': undefined, 'item.name': undefined })
  expect(pageChange(1, 10)).toEqual({ current: undefined, size: undefined })
})

test('a row is known by its name', () => {
  expect(labelField(basicSchool)).toBe('schoolName')
})

test('a row that has a number of its own is known by it, not by the name of a person it is about', () => {
  expect([orderManage, orderRefund].map(labelField)).toEqual(['orderNo', 'refundNo'])
  expect(labelField(sealInfo)).toBe('sealName')
})

test('rows that name their parent become a forest', () => {
  const rows = [
    { id: '1', parentId: '0' },
    { id: '2', parentId: '1' },
    { id: '3', parentId: '9' },
  ]
  expect(toForest(rows, 'parentId').map((row) => [row.id, row.children?.length])).toEqual([
    ['1', 1],
    ['3', undefined],
  ])
})

test('new columns stand behind the one they are declared after', () => {
  const named = (...names: string[]) => names.map((name) => [name] as const)
  expect(arrange(named('a', 'b', 'c', 'd'), ['c', 'a']).map(([name]) => name)).toEqual(['c', 'd', 'a', 'b'])
})

test('left-over width goes to the columns that may grow', () => {
  expect(stretch([50, 100, 80], ['fixed', 'text', 'any'], 331)).toEqual([50, 201, 80])
  expect(stretch([50, 100, 80], ['fixed', 'text', 'any'], 431)).toEqual([50, 270, 111])
  expect(stretch([50, 100], ['text', 'text'], 120)).toEqual([50, 100])
})
