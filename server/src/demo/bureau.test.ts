import { readFileSync } from 'node:fs'
import { isCreditCode, isStudentCode } from '@xueheng/contract/derive/check.ts'
import { describe, expect, test } from 'vitest'
import { DEMO, TEST, makeBureau } from './bureau.ts'
import { COURSES, HISTORY, PHYSICS } from './courses.ts'
import { PERSISTENCE } from './latent.ts'
import type { Bureau, Sitting } from './model.ts'
import { at } from './random.ts'
import { correlation, deviation, mean, selfCheck } from './self-check.ts'

const small = makeBureau(TEST)
const demo = makeBureau(DEMO)
const check = selfCheck(demo)

test('equal seeds make equal bureaus, other seeds other ones', () => {
  expect(digest(makeBureau(TEST))).toBe(digest(small))
  expect(digest(makeBureau({ ...TEST, seed: 'other' }))).not.toBe(digest(small))
})

function digest({ exams }: Bureau): string {
  const rows = exams.flatMap((exam) =>
    exam.sittings.map(({ number, student, marks }) => `${number} ${student.name} ${JSON.stringify(marks)}`),
  )
  return rows.join('\n')
}

test('12,000 students sit four exams', () => {
  expect(demo.students).toHaveLength(12_000)
  expect(demo.schools).toHaveLength(60)
  expect(demo.exams.map((exam) => exam.sittings.length)).toEqual([12_000, 12_000, 12_000, 12_000])
})

describe('the self-check agrees with the recipe', () => {
  test.each(check.lines)('$name: $obtained for $expected', ({ expected, obtained, tolerance }) => {
    expect(Math.abs(obtained - expected)).toBeLessThanOrEqual(tolerance)
  })

  test('totals repeat, so there are ties', () => {
    expect(check.distinctTotals).toBeGreaterThan(500)
    expect(check.distinctTotals).toBeLessThan(1500)
  })

  test.each(Object.entries(check.dirt))('%s occurs', (_kind, count) => {
    expect(count).toBeGreaterThan(0)
  })

  test('absence, transfers and repeaters have their shares', () => {
    const { absentAll, absentOne, transferred, repeater, temporaryCode } = check.dirt
    expect(absentAll / 48_000).toBeCloseTo(0.006, 2)
    expect(absentOne / 48_000).toBeCloseTo(0.01, 2)
    expect(transferred / 12_000).toBeCloseTo(0.015, 2)
    expect(repeater / 12_000).toBeCloseTo(0.005, 2)
    expect(temporaryCode / 12_000).toBeCloseTo(0.003, 2)
  })
})

test('codes are valid, unique and of nobody', () => {
  expect(demo.schools.every(({ code }) => isCreditCode(code) && /^(12|52)9900/.test(code))).toBe(true)
  expect(demo.students.every(({ code }) => isStudentCode(code) && /^[GL]9900001900/.test(code))).toBe(true)
  expect(new Set(demo.students.map(({ code }) => code)).size).toBe(12_000)
  expect(new Set(demo.schools.map(({ code }) => code)).size).toBe(60)
  expect(new Set(demo.schools.map(({ name }) => name)).size).toBe(60)
  for (const { sittings } of demo.exams) expect(new Set(sittings.map(({ number }) => number)).size).toBe(12_000)
})

test('numbers inside a school are given once', () => {
  const numbers = demo.students.map(({ klass, studentNo }) => `${klass.school.code} ${studentNo}`)
  expect(new Set(numbers).size).toBe(12_000)
})

test('everybody takes the compulsory courses, one first choice and two others', () => {
  for (const { courses, klass } of demo.students) {
    expect(courses.slice(0, 4)).toEqual([0, 1, 2, klass.firstCourse])
    expect(new Set(courses).size).toBe(6)
    expect(courses.slice(4).every((course) => course > HISTORY)).toBe(true)
  }
  const physics = demo.students.filter(({ klass }) => klass.firstCourse === PHYSICS).length
  expect(physics / 12_000).toBeCloseTo(0.62, 1)
})

test('marks stay on the paper and in its steps', () => {
  const marks = demo.exams.flatMap((exam) => exam.sittings.flatMap((sitting) => sitting.marks))
  const isFit = marks.every(({ course, score10 }) => {
    const { full, step } = at(COURSES, course)
    return score10 === null || (score10 >= 0 && score10 <= full * 10 && score10 % (step * 10) === 0)
  })
  expect(isFit).toBe(true)
})

test('a student stands in the next exam about where he stood', () => {
  const pairs = pairsOf(demo, 1)
  const r = correlation(
    pairs.map(([before]) => before),
    pairs.map(([, after]) => after),
  )
  expect(r).toBeGreaterThan(PERSISTENCE - 0.03)
  expect(r).toBeLessThan(PERSISTENCE + 0.07)
})

test('what a school gained is found in its scores', () => {
  const [first, second] = [at(demo.exams, 0), at(demo.exams, 1)]
  const { full, sd } = at(COURSES, 1)
  const gains = demo.schools.map((): number[] => [])
  for (const [before, after, school] of pairsOf(demo, 1)) at(gains, school).push((after - before) / (full * sd))
  const truths = second.schoolGrowth.map((value, i) => value - at(first.schoolGrowth, i))
  expect(deviation(truths)).toBeGreaterThan(0.04)
  expect(correlation(gains.map(mean), truths)).toBeGreaterThan(0.5)
})

/** 数学 of the first exam and of a later one, with the school. */
function pairsOf({ exams }: Bureau, later: number): [number, number, number][] {
  const before = new Map(at(exams, 0).sittings.map((sitting) => [sitting.student.index, maths(sitting)]))
  return at(exams, later).sittings.flatMap((sitting): [number, number, number][] => {
    const [one, two] = [before.get(sitting.student.index), maths(sitting)]
    return one && two ? [[one, two, sitting.klass.school.index]] : []
  })
}

function maths({ marks }: Sitting): number {
  return (marks.find((mark) => mark.course === 1)?.score10 ?? 0) / 10
}

test('the areas are those of the dictionary', () => {
  const text = readFileSync(new URL('../../seeds/dict/exam_area.csv', import.meta.url), 'utf8')
  const entries = text.trim().split('\n').slice(1)
  expect(entries).toEqual(demo.areas.map(({ code, name, kind }, i) => `${code},${name},${i + 1},${kind}`))
})
