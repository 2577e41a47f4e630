import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallExam, type SmallExam } from '../../../test/exam-arbitrary.ts'
import { rowSource } from '../../../test/exam-csv.ts'
import {
  type Grain,
  type Model,
  modelFront,
  modelOf,
  modelQuota,
  modelRanks,
  unitKey,
} from '../../../test/exam-model.ts'
import { fc } from '../../../test/property.ts'
import { type OpenAnalytics, openAnalytics } from '../../platform/analytics/duckdb.ts'
import { runPlan } from '../exam/compute/run-plan.ts'
import { paperDiscrimination } from '../exam/formulas/paper-discrimination.ts'
import { halfUp, ratio } from '../exam/formulas/rounding.ts'
import { meanT } from '../exam/formulas/standard-scores.ts'
import { mean, standardDeviation } from '../exam/formulas/statistics.ts'
import { buildPackage, packagePath, placePackage } from '../exam/package/build-package.ts'
import { withCells } from './pivot.ts'
import { bind, REPORT_MACROS, reportSql } from './report-sql.ts'

type Row = Record<string, unknown>

const FRONT = [1, 3, 10]
const UNITS: Grain[] = ['area', 'school', 'class']

let root: string
let analytics: OpenAnalytics
let runs = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'brief-'))
  analytics = await openAnalytics({ memoryLimit: '1GB', threads: 2, tempFolder: join(root, 'tmp'), connections: 1 })
})

afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

async function packageOf({ spec, roster, scores }: SmallExam): Promise<string> {
  runs += 1
  const examFolder = join(root, `exam${runs}`)
  const workFolder = join(examFolder, 'work')
  const source = rowSource(roster, scores, `run${runs}`)
  const { hashes } = await runPlan({ analytics, spec, folder: workFolder, source })
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, now: new Date(0) })
  await placePackage(built, examFolder, 1)
  return packagePath(examFolder, 1)
}

async function read(sql: string, { spec }: SmallExam, folder: string, grain: Grain): Promise<Row[]> {
  const { rows } = reportSql({ sql })
  const values = { package: folder, grain, frontNList: FRONT, sdType: spec.rule.sdType, size: 1000, skip: 0 }
  return (await analytics.query<Row>(rows.sql, bind(rows, values), REPORT_MACROS)).map(withCells)
}

function scoresOf({ papers }: Model, courseId: number, isIn: (key: string) => boolean, grain: Grain): number[] {
  const own = papers.filter((paper) => paper.courseId === courseId && isIn(unitKey(paper, grain)))
  return own.flatMap(({ score10 }) => (score10 === null ? [] : [score10]))
}

/** T of the marks of a unit among all marks, as a report shows it. */
function shownT(own: number[], all: number[], sdType: 'population' | 'sample'): number | null {
  const [centre, ofAll, sd] = [mean(own), mean(all), standardDeviation(all, sdType)]
  if (centre === null || ofAll === null || sd === null) return null
  const t = meanT(centre, ofAll, sd)
  return t === null ? null : halfUp(t, 2)
}

function expectDiscrimination(rows: Row[], model: Model, { spec }: SmallExam): void {
  for (const { courseName, difficulty, discrimination } of rows) {
    const courseId = spec.courses.find((one) => one.courseName === courseName)?.courseId ?? 0
    const scores = scoresOf(model, courseId, () => true, 'all')
    const full10 = model.full10.get(courseId) ?? 0
    const expected = paperDiscrimination(scores, full10)
    expect(discrimination).toEqual(expected === null ? null : halfUp(expected, 2))
    expect(difficulty).toEqual(scores.length > 0 && full10 > 0 ? halfUp((mean(scores) ?? 0) / full10, 2) : null)
  }
}

function keyOf(row: Row): string {
  const parts = [row['areaCode'], row['schoolCode'], row['classCode'] ?? row['className']]
  return parts.filter((part) => part !== null && part !== undefined).join('/')
}

function expectUnits(rows: Row[], model: Model, { spec }: SmallExam, grain: Grain): void {
  const ranks = modelRanks(model, 0)
  for (const row of rows) {
    const own = (courseId: number) => scoresOf(model, courseId, (key) => key === keyOf(row), grain)
    const t = (courseId: number) =>
      shownT(
        own(courseId),
        scoresOf(model, courseId, () => true, 'all'),
        spec.rule.sdType,
      )
    expect([keyOf(row), row['tScore']]).toEqual([keyOf(row), t(0)])
    for (const cell of row['cells'] as Row[]) {
      const number = Number(String(cell['key']).slice(1))
      if (String(cell['key']).startsWith('l')) continue
      if (String(cell['key']).startsWith('c')) expect(cell['tScore']).toEqual(t(number))
      else expect(cell['num']).toBe(frontOf(model, ranks, keyOf(row), grain, number))
    }
  }
}

function frontOf(model: Model, ranks: ReturnType<typeof modelRanks>, key: string, grain: Grain, n: number): number {
  if (grain === 'school') return modelFront(model, 0, n).get(key) ?? 0
  const members = model.papers.filter((paper) => paper.courseId === 0 && unitKey(paper, grain) === key)
  return members.filter(({ sid }) => (ranks.get(sid)?.ranks[0] ?? n + 1) <= n).length
}

async function expectBriefs(exam: SmallExam, folder: string): Promise<void> {
  const model = modelOf(exam.spec, exam.roster, exam.scores)
  expectDiscrimination(await read('general-brief', exam, folder, 'all'), model, exam)
  for (const grain of UNITS) expectUnits(await read('unit-brief', exam, folder, grain), model, exam, grain)
}

const COMPARED = [
  { item: 'avgScore', measure: 'mark', of: ['sum10', 'studentNum'], rank: 'avgRank', direction: 1 },
  { item: 'passRate', measure: 'share', of: ['passNum', 'baseNum'], rank: 'passRank', direction: 1 },
  { item: 'lowRate', measure: 'share', of: ['lowNum', 'baseNum'], rank: 'lowRank', direction: -1 },
] as const

/** The cells of a contrast of two exams by unit: value, rank and distance from all of each, and the change. */
async function readContrast(exams: SmallExam[], folders: string[], grain: Grain): Promise<Map<string, Row[]>> {
  const { rows } = reportSql({ sql: 'contrast' })
  const values = {
    files: folders.map((folder) => `${folder}/quota.parquet`),
    courseIds: exams.map(() => 0),
    sdTypes: exams.map(({ spec }) => spec.rule.sdType),
    labels: ['先', '后'],
    items: COMPARED.map(({ item }) => item),
    itemNames: COMPARED.map(({ item }) => item),
    units: COMPARED.map(({ measure }) => measure),
    directions: COMPARED.map(({ direction }) => direction),
    grain,
    smallestGroup: 5,
    size: 1000,
    skip: 0,
  }
  const found = (await analytics.query<Row>(rows.sql, bind(rows, values), REPORT_MACROS)).map(withCells)
  return new Map(found.map((row) => [keyOf(row), row['cells'] as Row[]]))
}

/** A value, its rank and its distance from everyone (none below five) by the formulas. */
function placeOf({ spec, roster, scores }: SmallExam, grain: Grain, key: string, at: number) {
  const { of, rank, measure } = COMPARED[at] ?? COMPARED[0]
  const model = modelOf(spec, roster, scores)
  const shown = (counts: Row | undefined) =>
    counts === undefined
      ? null
      : ratio(...partsOf(counts, of, measure === 'mark' ? 10 : 1, measure === 'share' ? 100 : 1))
  const unit = modelQuota(model, spec, 0, grain).find((one) => one.key === key)
  const [all] = modelQuota(model, spec, 0, 'all')
  const [value, whole] = [shown(unit?.counts), shown(all?.counts)]
  const isTold = value !== null && whole !== null && Number(all?.counts['studentNum']) >= 5
  return { value, rank: value === null ? null : unit?.ranks[rank], diff: isTold ? halfUp(value - whole, 2) : null }
}

function partsOf(
  counts: Row,
  [part, whole]: readonly [string, string],
  tenths: number,
  hundred: number,
): [number, number] {
  return [hundred * Number(counts[part]), tenths * Number(counts[whole])]
}

async function expectContrast(exams: SmallExam[], folders: string[], grain: Grain): Promise<void> {
  const units = await readContrast(exams, folders, grain)
  expect(units.size).toBeGreaterThan(0)
  for (const [key, cells] of units) {
    COMPARED.forEach(({ item, measure }, at) => {
      const cellOf = (name: string) => cells.find((cell) => cell['key'] === `${item}-${name}`)
      const places = exams.map((exam) => placeOf(exam, grain, key, at))
      places.forEach((place, exam) => {
        const cell = cellOf(String(exam))
        const told = [cell?.[measure] ?? null, cell?.['rank'] ?? null, cell?.['diff'] ?? null]
        expect([key, item, ...told]).toEqual([key, item, place.value, place.rank ?? null, place.diff])
      })
      const [before, now] = places
      const isBoth = before?.diff !== null && now?.diff !== null
      const gain = isBoth ? halfUp((now?.diff ?? 0) - (before?.diff ?? 0), 2) : null
      expect([key, item, cellOf('change')?.['gain']]).toEqual([key, item, gain])
    })
  }
}

test('综合简报 of random exams and 指标对比 of two of them show what the formulas give', async () => {
  await fc.assert(
    fc.asyncProperty(smallExam, smallExam, async (first, last) => {
      const exams = [first, last]
      const folders = [await packageOf(first), await packageOf(last)]
      for (const [at, exam] of exams.entries()) await expectBriefs(exam, folders[at] ?? '')
      for (const grain of ['area', 'school'] as const) await expectContrast(exams, folders, grain)
    }),
    { numRuns: 5 },
  )
})
