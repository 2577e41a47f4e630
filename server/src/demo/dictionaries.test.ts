import { readFileSync, readdirSync } from 'node:fs'
import { registry } from '@xueheng/contract'
import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { expect, test } from 'vitest'
import { COURSES } from './courses.ts'

const FOLDER = new URL('../../seeds/dict/', import.meta.url)

function lines(code: string): string[][] {
  const [head, ...rest] = readFileSync(new URL(`${code}.csv`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
  expect(head).toBe(code === 'index' ? 'code,title,sort' : 'dictKey,dictValue,sort,remark')
  return rest.map((line) => line.split(','))
}

const index = lines('index')

test('every dictionary that a declaration names is there', () => {
  const fields = [...registry.entities.map((one) => one.fields), ...registry.calls.map((one) => one.output ?? {})]
  const named = fields
    .flatMap((some) => Object.values(some as Record<string, { dict?: string }>))
    .flatMap(({ dict }) => dict ?? [])
  const known = new Set(index.map(([code]) => code))
  expect([...new Set(named)].filter((code) => !known.has(code))).toEqual([])
})

test('the index and the files agree', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace('.csv', ''))
  expect(new Set(files)).toEqual(new Set(['index', ...index.map(([code]) => code)]))
})

test.each(index)('%s %s: keys differ, order rises, four columns', (code) => {
  const entries = lines(code ?? '')
  expect(entries.every((entry) => entry.length === 4 && entry[0] && entry[1])).toBe(true)
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length)
  expect(entries.map(([, , sort]) => Number(sort))).toEqual(entries.map((_entry, i) => i + 1))
})

test.each([
  ['exam_status', examStates.states],
  ['batch_status', batchStates.states],
])('%s lists the states of the machine', (code, states) => {
  const declared = Object.values(states).map(({ value, title }) => [String(value), title])
  expect(lines(code).map(([key, value]) => [key, value])).toEqual(declared)
})

test('score states and courses are those the program knows', () => {
  expect(lines('score_status').map(([key]) => Number(key))).toEqual(Object.values(SCORE_STATUS))
  const courses = lines('exam_course').map(([key]) => key)
  expect(new Set(courses.slice(0, 9))).toEqual(new Set(COURSES.map(({ name }) => name)))
})
