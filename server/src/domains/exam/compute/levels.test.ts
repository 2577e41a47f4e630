import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS, type LevelOptions } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { type Assigned, assignLevels, type RawMark } from '@xueheng/contract/domains/exam/level/level-score.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallExam, smallExam } from '../../../../test/exam-arbitrary.ts'
import { rowSource } from '../../../../test/exam-csv.ts'
import { fixtureFacts, fixtureSpec } from '../../../../test/fixture-package.ts'
import { fc } from '../../../../test/property.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { normalisedZ } from '../formulas/standard-scores.ts'
import type { ExamSpec, SpecLevel } from './exam-spec.ts'
import { hashesOf } from './plan-record.ts'
import { runPlan } from './run-plan.ts'

let root: string
let analytics: OpenAnalytics
let runs = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'levels-'))
  analytics = await openAnalytics({ memoryLimit: '1GB', threads: 2, tempFolder: join(root, 'tmp'), connections: 1 })
})

afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

type Row = Record<string, number | string | null>

async function compute({ spec, roster, scores }: SmallExam) {
  runs += 1
  const folder = join(root, `exam${runs}`)
  await runPlan({ analytics, spec, folder, source: rowSource(roster, scores, `run${runs}`), tasks: ['CALC_TOTAL'] })
  return (table: string, order: string) =>
    analytics.query<Row>(`select * from read_parquet($folder || '/${table}.parquet') order by ${order}`, { folder })
}

const options: fc.Arbitrary<LevelOptions> = fc.record({
  zeroScore: fc.constantFrom('keep', 'exclude', 'zero'),
  boundary: fc.constantFrom('near', 'upper_min', 'lower_max'),
  cumulative: fc.boolean(),
  topEndpoint: fc.constantFrom('real', 'fullMark'),
  lastEndpoint: fc.constantFrom('real', 'zero'),
  singlePoint: fc.constantFrom('to_max', 'to_min', 'to_mean'),
  decimals: fc.constantFrom(0, 1),
})

const levelOf = (courseId: number): fc.Arbitrary<SpecLevel> =>
  fc
    .record({ courseId: fc.constant(courseId), model: fc.constantFrom(...Object.keys(LEVEL_MODELS)), options })
    .map((drawn) => ({ ...drawn, courseName: '', grades: LEVEL_MODELS[drawn.model]?.grades ?? [] }))

/** The valid marks of a course as the kernel takes them; who does not count is only mapped. */
function marksOf({ spec, roster, scores }: SmallExam, courseId: number): RawMark[] {
  const nums = new Map<number, number>()
  for (const { sid, score, score_status, course_id } of scores) {
    if (course_id !== courseId || score === null || ![0, 2].includes(Number(score_status))) continue
    const isCounted = !spec.rule.isCountOnly || roster.some((one) => one.sid === sid && one.is_count === 1)
    nums.set(Math.round(score * 10), (nums.get(Math.round(score * 10)) ?? 0) + (isCounted ? 1 : 0))
  }
  return [...nums].map(([score10, num]) => ({ score10, num }))
}

/** T4: monotone, between the ends of the grade, everyone in one grade. */
function expectLawful(assigned: Assigned, { grades, options: chosen }: SpecLevel, raw: RawMark[]): void {
  const { intervals, marks, base } = assigned
  for (const [at, mark] of marks.entries()) {
    const next = marks[at + 1]
    if (next) expect(mark.assigned10).toBeGreaterThanOrEqual(next.assigned10)
    const grade = grades[(mark.gradeNo ?? 0) - 1]
    if (!grade) continue
    expect(mark.assigned10).toBeGreaterThanOrEqual(grade.t1 * 10)
    expect(mark.assigned10).toBeLessThanOrEqual(grade.t2 * 10)
  }
  expect(intervals.reduce((sum, { num }) => sum + num, 0)).toBe(base)
  if (chosen.cumulative && chosen.boundary === 'near') expectNearShares(assigned, raw)
}

/** T4: a cut lies no further from its share than half of those with the same mark. */
function expectNearShares({ intervals, base }: Assigned, raw: RawMark[]): void {
  const largest = Math.max(0, ...raw.map(({ num }) => num))
  let [reached, share] = [0, 0]
  for (const { num, ratio } of intervals.slice(0, -1)) {
    reached += num
    share += ratio
    expect(Math.abs(reached - (base * share) / 100)).toBeLessThanOrEqual(largest / 2)
  }
}

test('the SQL and the kernel assign the same marks on random exams, within their grades and in the order of the raw marks', async () => {
  await fc.assert(
    fc.asyncProperty(
      smallExam,
      levelOf(2),
      levelOf(3),
      fc.constantFrom('level', 'raw'),
      async (drawn, second, third, totalBy) => {
        const levels = [second, third]
        const spec: ExamSpec = { ...drawn.spec, rule: { ...drawn.spec.rule, totalBy }, levels }
        const exam = { ...drawn, spec }
        const read = await compute(exam)
        const [marks, grades] = [
          await read('level_score', 'score10 desc, level10 desc'),
          await read('level_grade', 'grade_no'),
        ]
        const assigned = levels.map((own) => {
          const raw = marksOf(exam, own.courseId)
          const made = assignLevels(raw, own, 100)
          expectLawful(made, own, raw)
          const ofCourse = (row: Row) => row['courseId'] === own.courseId
          expect(marks.filter(ofCourse).map((row) => [row.score10, row.gradeNo, row.level10])).toEqual(
            made.marks.map((one) => [one.score10, one.gradeNo, one.assigned10]),
          )
          expect(grades.filter(ofCourse).map((row) => [row.num, row.high10, row.low10])).toEqual(
            made.intervals.map((one) => [one.num, one.high10, one.low10]),
          )
          return { courseId: own.courseId, marks: made.marks }
        })
        expectTotals(await read('student', 'sid'), exam, assigned)
      },
    ),
    { numRuns: 13 },
  )
})

/** Both totals are kept: the raw one, and the one in which the assigned mark takes the place of the raw one. */
function expectTotals(
  students: Row[],
  { spec, scores }: SmallExam,
  levels: Pick<Assigned & SpecLevel, 'courseId' | 'marks'>[],
): void {
  for (const row of students) {
    let gained = 0
    for (const { courseId, marks } of levels) {
      const raw10 = row[`c${courseId}`] ?? null
      const assigned10 = raw10 === null ? null : (marks.find(({ score10 }) => score10 === raw10)?.assigned10 ?? null)
      expect(row[`v${courseId}`]).toBe(assigned10)
      const isInTotal = spec.courses.find((one) => one.courseId === courseId)?.isInTotal === 1
      if (isInTotal && assigned10 !== null) gained += assigned10 - Number(raw10)
    }
    const expected = row['raw0'] === null ? null : Number(row['raw0']) + gained
    expect(row['level0']).toBe(expected)
    expect(row['c0']).toBe(spec.rule.totalBy === 'raw' ? row['raw0'] : expected)
    if (scores.every(({ sid }) => sid !== row['sid'])) expect(row['s0']).toBe(1)
  }
}

function fixtureLevels(): SpecLevel[] {
  const { grades = [] } = LEVEL_MODELS['p312'] ?? {}
  return [{ courseId: 3, courseName: '物理', model: 'p312', grades, options: DEFAULT_LEVEL_OPTIONS }]
}

/**
 * 物理 of those who count: 88 80 75 70 65 64 60 60 55 50 45 40 30, thirteen. 15 % are 1.95, so A takes two; 50 % are 6.5, between 64 (6) and
 * 60 (8): the six above are nearer; 85 % are 11.05, so C ends at 45 (11); 98 % are 12.74, so D takes all and E nobody.
 * 75 is the best of B (75 to 64, 85 to 71), 70: 71 + 14 × 6 / 11 = 78.6; 65: 72.3; 60 in C (60 to 45, 70 to 56): 70.
 */
test('assigned marks and both totals of the exam are those worked out by hand', async () => {
  const read = await compute({ spec: { ...fixtureSpec(), levels: fixtureLevels() }, ...fixtureFacts() })
  const grades = await read('level_grade', 'grade_no')
  expect(grades.map((row) => [row.gradeName, row.num, row.high10, row.low10])).toEqual([
    ['A', 2, 880, 800],
    ['B', 4, 750, 640],
    ['C', 5, 600, 450],
    ['D', 2, 400, 300],
    ['E', 0, null, null],
  ])
  const students = await read('student', 'sid')
  const first = students.slice(0, 4).map((row) => [row.c3, row.v3, row.g3, row.raw0, row.level0, row.c0])
  expect(first).toEqual([
    [880, 1000, 'A', 2730, 2850, 2850],
    [750, 850, 'B', 2400, 2500, 2500],
    [600, 700, 'C', 1795, 1895, 1895],
    [650, 720, 'B', 2400, 2470, 2470],
  ])
})

test('a change of levels expires what stands on them, and an exam without levels reads no fact for them', () => {
  const plain = fixtureSpec()
  const [before, after] = [plain, { ...plain, levels: fixtureLevels() }].map((spec) => hashesOf(spec, 'facts'))
  const changed = Object.keys(before ?? {}).filter((task) => before?.[task] !== after?.[task])
  expect(changed).toEqual(expect.arrayContaining(['CALC_LEVEL', 'CALC_TOTAL', 'CALC_RANK', 'LINE_CALC']))
})

test('the quantile of the macro is that of the formulas', async () => {
  const [row] = await analytics.query<Row>(
    'select normal_quantile(0.001::double) as low, normal_quantile(0.4::double) as middle, normal_quantile(0.99::double) as high',
  )
  for (const [name, share] of Object.entries({ low: 0.1, middle: 40, high: 99 }))
    expect(Number(row?.[name])).toBeCloseTo(normalisedZ(share), 7)
})
