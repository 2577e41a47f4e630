import { expect, test } from 'vitest'
import { fillTemplate } from './fill-template.ts'

const WORDS = { 标题: '请核对', 学生: '王小明', 内容: '周五前', 时间: '2026-03-01 08:00' }
const filled = (content: string | null, data: { name: string; value: string; color?: string }[] | null = null) =>
  fillTemplate({ content, data }, WORDS).map(({ name, value }) => `${name}=${value}`)

test('a template that was not filled in takes the words in their order, and the time where it asks for one', () => {
  const content = '{{thing1.DATA}}{{time2.DATA}}{{thing3.DATA}}{{date.DATA}}{{thing5.DATA}}{{thing6.DATA}}'
  expect(filled(content)).toEqual([
    'thing1=请核对',
    'time2=2026-03-01 08:00',
    'thing3=王小明',
    'date=2026-03-01 08:00',
    'thing5=周五前',
    'thing6=',
  ])
  expect(filled(content, [{ name: 'thing1', value: '' }])).toEqual(filled(content))
  expect(filled('{{timer1.DATA}}')).toEqual(['timer1=请核对'])
  expect(filled(null)).toEqual([])
  expect(fillTemplate({ content: '{{thing1.DATA}}{{time2.DATA}}', data: [] }, { 标题: 'a' })).toEqual([
    { name: 'thing1', value: 'a' },
    { name: 'time2', value: '' },
  ])
})

test('a template that was filled in says what was filled in, with the words put in', () => {
  const data = [
    { name: 'first', value: '【学生】的【标题】，【没有】' },
    { name: 'thing2', value: '' },
    { name: 'time3', value: '今天' },
  ]
  expect(filled('{{thing9.DATA}}', data)).toEqual(['first=王小明的请核对，【没有】', 'time3=今天'])
  const coloured = [{ name: 'first', value: '甲', color: '#f00' }]
  expect(fillTemplate({ content: null, data: coloured }, WORDS)).toEqual(coloured)
})

test.each([
  ['thing1', 20],
  ['const2', 20],
  ['phrase3', 5],
  ['character_string4', 32],
  ['name5', 10],
])('a value of %s is cut to %i signs', (name, most) => {
  expect(filled(null, [{ name, value: '字'.repeat(most) }])).toEqual([`${name}=${'字'.repeat(most)}`])
  expect(filled(null, [{ name, value: '字'.repeat(most + 1) }])).toEqual([`${name}=${'字'.repeat(most - 1)}…`])
  expect(filled(null, [{ name, value: '😀'.repeat(most) }])).toEqual([`${name}=${'😀'.repeat(most)}`])
})

test('a value of another kind is as long as it is', () => {
  expect(filled(null, [{ name: 'first', value: '字'.repeat(60) }])).toEqual([`first=${'字'.repeat(60)}`])
})
