import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallExam, smallExam } from '../../../../test/exam-arbitrary.ts'
import { rowSource } from '../../../../test/exam-csv.ts'
import { type Model, type ModelPaper, modelOf, unitKey } from '../../../../test/exam-model.ts'
import { fixtureFacts, fixtureSpec } from '../../../../test/fixture-package.ts'
import { fc } from '../../../../test/property.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import {
  countCritical,
  countLines,
  lineByNumber,
  lineByRatio,
  lineBySameShare,
  lineByWindow,
  numberOfShare,
  type Pair,
  reachedBy,
  type TieMode,
} from '../formulas/lines.ts'
import type { SpecLine } from './exam-spec.ts'
import { runPlan } from './run-plan.ts'

let root: string
let analytics: OpenAnalytics
let runs = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lines-'))
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
  await runPlan({ analytics, spec, folder, source: rowSource(roster, scores, `run${runs}`), tasks: ['LINE_STAT'] })
  return (table: string) =>
    analytics.query<Row>(`select * from read_parquet($folder || '/${table}.parquet')`, { folder })
}

const present = (scores: (number | null)[]) => scores.filter((score) => score !== null)

interface Papers {
  of(courseId: number): ModelPaper[]
  pairs(papers: ModelPaper[]): Pair[]
}

/** The papers a line is drawn over: everyone's, or those of one 科类. */
function papersOf(model: Model, { roster }: SmallExam, stream: number): Papers {
  const streams = new Map(roster.map((row) => [Number(row.sid), row.arts_science]))
  const own = model.papers.filter(({ sid }) => stream === 0 || streams.get(sid) === stream)
  const totals = new Map(own.filter(({ courseId }) => courseId === 0).map(({ sid, score10 }) => [sid, score10]))
  return {
    of: (courseId) => own.filter((paper) => paper.courseId === courseId),
    pairs: (papers) => papers.map(({ sid, score10 }) => ({ total10: totals.get(sid) ?? null, score10 })),
  }
}

function totalLine(line: SpecLine, totals: number[]): number | null {
  if (line.lineMode === 1) return Math.round((line.lineScore ?? 0) * 10)
  const planned = line.lineMode === 2 ? (line.lineNum ?? 0) : numberOfShare(totals.length, line.lineShare ?? 0)
  return lineByNumber(totals, planned, line.tieMode as TieMode)
}

function courseLine(line: SpecLine, courseId: number, pairs: Pair[], totals: number[], line10: number): number | null {
  const fixed = line.fixed[courseId]
  if (fixed !== undefined) return Math.round(fixed * 10)
  if (line.courseMethod === 4) return lineByRatio(pairs, line10)
  if (line.courseMethod === 6) return lineByWindow(pairs, line10)
  const scores = present(pairs.map(({ score10 }) => score10))
  return totals.length > 0
    ? lineBySameShare(scores, reachedBy(totals, line10), totals.length, line.tieMode as TieMode)
    : null
}

function expectedLines(model: Model, exam: SmallExam): (number | null)[][] {
  return (exam.spec.lines ?? []).map((line) => {
    const papers = papersOf(model, exam, line.stream)
    const totals = present(papers.of(0).map(({ score10 }) => score10))
    const line10 = totalLine(line, totals)
    if (line10 === null) return [null, null, null, null]
    const courses = [1, 2, 3].map((courseId) =>
      courseLine(line, courseId, papers.pairs(papers.of(courseId)), totals, line10),
    )
    return [line10, ...courses]
  })
}

function unitOf(row: Row): string {
  return [row.areaCode, row.schoolCode, row.classCode ?? row.className]
    .filter((part) => part !== null && part !== undefined)
    .join('/')
}

test('the SQL and the formulas draw the same lines and count the same students on random exams', async () => {
  await fc.assert(
    fc.asyncProperty(smallExam, async (exam) => {
      const model = modelOf(exam.spec, exam.roster, exam.scores)
      const read = await compute(exam)
      const lines = await read('score_line')
      const expected = expectedLines(model, exam)
      const found = expected.map((_line, at) =>
        [0, 1, 2, 3].map((id) => lines.find((row) => row.lineNo === at + 1 && row.courseId === id)?.line10 ?? null),
      )
      expect(found).toEqual(expected)
      expectCounts(model, exam, lines, await read('line_stat'))
    }),
    { numRuns: 12 },
  )
})

function expectCounts(model: Model, exam: SmallExam, lines: Row[], stat: Row[]): void {
  for (const line of lines) {
    const total10 = lines.find((row) => row.lineNo === line.lineNo && row.courseId === 0)?.line10
    const papers = papersOf(model, exam, Number(line.artsScience))
    const [own, line10] = [papers.of(Number(line.courseId)), Number(line.line10)]
    expect(line.actualNum).toBe(reachedBy(present(own.map(({ score10 }) => score10)), line10))
    for (const grain of ['all', 'area', 'school', 'class'] as const) {
      for (const key of new Set(own.map((paper) => unitKey(paper, grain)))) {
        const members = own.filter((paper) => unitKey(paper, grain) === key)
        const { online, single, double } = countLines(papers.pairs(members), Number(total10), line10)
        const scores = present(members.map(({ score10 }) => score10))
        const { below, above } = countCritical(scores, line10, line10 - Number(line.criticalLow10))
        const row = stat.find(
          (one) =>
            one.lineNo === line.lineNo && one.courseId === line.courseId && one.grain === grain && unitOf(one) === key,
        )
        expect(row).toMatchObject({
          studentNum: scores.length,
          onlineNum: online,
          singleNum: single,
          doubleNum: double,
          belowNum: below,
          aboveNum: above,
        })
      }
    }
  }
}

/**
 * Totals of the fixture: 273 260 240 240 220 200 180 179.5 150 140 140 69.5. A plan of three reaches four, at 240; over those the
 * sums are 语文 348, 数学 357, 物理 308 of 1013: 240 × 348 / 1013 = 82.4, 84.6, 73.0. Seven tenths of twelve are nine, at 150; 13
 * sat each course and ⌊13 × 9 / 12⌋ = 9 is the place of 语文 60, 数学 60 (ten have it) and 物理 55.
 */
test('the lines of the exam are those worked out by hand', async () => {
  const read = await compute({ spec: fixtureSpec(), ...fixtureFacts() })
  const lines = await read('score_line')
  expect(lines.map((row) => [row.lineNo, row.courseName, row.line10, row.planNum, row.actualNum])).toEqual([
    [1, '总分', 2400, 3, 4],
    [1, '语文', 824, null, 4],
    [1, '数学', 846, null, 4],
    [1, '物理', 730, null, 3],
    [2, '总分', 1500, 9, 9],
    [2, '语文', 600, null, 10],
    [2, '数学', 600, null, 10],
    [2, '物理', 550, null, 9],
  ])
})
