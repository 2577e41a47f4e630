import type { Header } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { printLayout } from './print-layout.ts'

const NAMES: Header[] = [
  { key: 'areaName', title: '县区', kind: 'text', fixed: true },
  { key: 'schoolName', title: '学校', kind: 'text', fixed: true },
]

function course(at: number): Header {
  const leaf = (name: string, title: string, scale: number) => ({
    key: `c${at}.${name}`,
    title,
    kind: 'decimal',
    scale,
  })
  return { key: `c${at}`, title: `科目${at}`, children: [leaf('avg', '平均分', 2), leaf('rank', '名次', 0)] }
}

function rowsOf(courses: number, count: number) {
  const cells = Array.from({ length: courses }, (_none, at) => [
    [`c${at}.avg`, 98.25],
    [`c${at}.rank`, 12],
  ]).flat()
  const row = { areaName: '青川县', schoolName: '青川县第一高级中学', ...Object.fromEntries(cells) }
  return Array.from({ length: count }, () => row)
}

function layOut(courses: number, count: number) {
  const groups = Array.from({ length: courses }, (_none, at) => course(at))
  return printLayout([...NAMES, ...groups], rowsOf(courses, count))
}

test('a table as wide as a page stays whole in the largest type', () => {
  const { parts, size, columns } = layOut(9, 20)
  expect([parts.length, size, columns]).toEqual([1, 9, 1])
})

test('a wider table becomes parts, each with the names, none tearing a course', () => {
  const { parts } = layOut(30, 60)
  expect(parts.length).toBeGreaterThan(1)
  for (const { headers, shares } of parts) {
    expect(headers.slice(0, 2).map(({ key }) => key)).toEqual(['areaName', 'schoolName'])
    expect(headers.slice(2).every(({ children }) => children?.length === 2)).toBe(true)
    expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  }
  const courses = parts.flatMap(({ headers }) => headers.slice(2).map(({ key }) => key))
  expect(courses).toEqual(Array.from({ length: 30 }, (_none, at) => `c${at}`))
})

test('a name has the room of all its characters', () => {
  const [part] = layOut(9, 20).parts
  const share = part?.shares.get('schoolName') ?? 0
  // Nine characters of nine points, in millimetres of the 277 between the margins.
  expect(share * 277).toBeGreaterThan(9 * 9 * 0.3528)
})

test('a narrow table runs on in columns, as a newspaper does', () => {
  const { parts, columns } = layOut(1, 200)
  expect([parts.length, columns]).toEqual([1, 4])
})
