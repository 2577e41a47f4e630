import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fc } from '../../../../test/property.ts'
import { smallExam, type SmallExam } from '../../../../test/exam-arbitrary.ts'
import { rowSource } from '../../../../test/exam-csv.ts'
import {
  type Grain,
  type Model,
  modelFront,
  modelMarks,
  modelOf,
  modelQuota,
  modelRanks,
  modelSequence,
  modelZ,
} from '../../../../test/exam-model.ts'
import { fixtureFacts, fixtureSpec } from '../../../../test/fixture-package.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { buildPackage, packagePath, placePackage } from '../package/build-package.ts'
import { runPlan } from './run-plan.ts'

let root: string
let analytics: OpenAnalytics
let runs = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pipeline-'))
  analytics = await openAnalytics({ memoryLimit: '1GB', threads: 2, tempFolder: join(root, 'tmp'), connections: 1 })
})

afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

type Row = Record<string, number | string | null>

interface Computed {
  folder: string
  rows(table: string, where?: string): Promise<Row[]>
}

async function compute({ spec, roster, scores }: SmallExam): Promise<Computed> {
  runs += 1
  const examFolder = join(root, `exam${runs}`)
  const workFolder = join(examFolder, 'work')
  const { hashes } = await runPlan({
    analytics,
    spec,
    folder: workFolder,
    source: rowSource(roster, scores, `run${runs}`),
  })
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, now: new Date(0) })
  await placePackage(built, examFolder, 1)
  const folder = packagePath(examFolder, 1)
  const rows = (table: string, where = 'true') =>
    analytics.query<Row>(`select * from read_parquet($folder || '/${table}.parquet') where ${where}`, { folder })
  return { folder, rows }
}

const GRAINS: Grain[] = ['all', 'area', 'school', 'class']

function unitOf(row: Row): string {
  const cls = row.classCode ?? row.className
  return [row.areaCode, row.schoolCode, cls].filter((part) => part !== null && part !== undefined).join('/')
}

describe('random exams', () => {
  async function agree(exam: SmallExam): Promise<void> {
    const model = modelOf(exam.spec, exam.roster, exam.scores)
    const computed = await compute(exam)
    await expectRanks(model, exam, computed)
    await expectQuota(model, exam, computed)
    await expectMarksAndFronts(model, exam, computed)
    await expectSums(computed)
  }

  test('have the figures of the formulas; finer units sum up to the coarser ones, bands too, and ranks end at N', async () => {
    await fc.assert(fc.asyncProperty(smallExam, agree), { numRuns: 10 })
  })
})

const RANK_COLUMNS = (n: number) =>
  n === 0
    ? ['allRank', 'areaRank', 'schoolRank', 'classRank', 'groupRank']
    : [`r${n}`, `a${n}`, `k${n}`, `l${n}`, `p${n}`]

async function expectRanks(model: Model, { spec }: SmallExam, { rows }: Computed): Promise<void> {
  const students = await rows('student')
  const sequence = modelSequence(model)
  expect(students.map((row) => [row.sid, row.seqRank])).toEqual(
    students.map(({ sid }) => [sid, sequence.get(Number(sid)) ?? null]),
  )
  for (const courseId of [0, 1, 2, 3]) {
    const expected = modelRanks(model, courseId)
    const z = modelZ(model, spec, courseId)
    const score = courseId === 0 ? 'total10' : `c${courseId}`
    for (const row of students) {
      const own = expected.get(Number(row.sid))
      expect(RANK_COLUMNS(courseId).map((name) => row[name])).toEqual(
        own?.ranks ?? RANK_COLUMNS(courseId).map(() => null),
      )
      if (courseId !== 0) continue
      expect(row.pr ?? null).toEqual(own?.pr ?? null)
      const ownZ = own?.pr === null ? null : (z.get(Number(row[score])) ?? null)
      if (!own || ownZ === null) expect(row.z).toBeNull()
      else expect(row.z).toBeCloseTo(ownZ, 9)
    }
  }
}

async function expectQuota(model: Model, { spec }: SmallExam, { rows }: Computed): Promise<void> {
  const quota = await rows('quota')
  for (const grain of GRAINS) {
    for (const courseId of [0, 1, 2, 3]) {
      const found = quota.filter((row) => row.grain === grain && row.courseId === courseId)
      const expected = modelQuota(model, spec, courseId, grain)
      expect(found.map(unitOf).toSorted()).toEqual(expected.map(({ key }) => key).toSorted())
      for (const unit of expected) {
        const row = found.find((one) => unitOf(one) === unit.key) ?? {}
        expect(row).toMatchObject({ ...unit.counts, ...unit.ranks })
        expect([row.q1, row.median, row.q3]).toEqual(unit.quartiles)
        if (unit.composite === null) expect(row.composite).toBeNull()
        else expect(row.composite).toBeCloseTo(unit.composite, 8)
        const higher = quota.find((one) => one.courseId === courseId && isAbove(one, grain, unit.key))
        expect([row.aboveSum10, row.aboveNum]).toEqual([higher?.sum10 ?? null, higher?.studentNum ?? null])
      }
    }
  }
}

/** Whether a row is of the unit that means of the unit `key` are compared with. */
function isAbove(row: Row, grain: Grain, key: string): boolean {
  return row.grain === GRAINS[GRAINS.indexOf(grain) - 1] && unitOf(row) === key.split('/').slice(0, -1).join('/')
}

/** 历史类 and 物理类 apart, once the exam knows totals of both. */
async function expectStreams(model: Model, { roster }: SmallExam, { rows }: Computed): Promise<void> {
  const streamOf = new Map(roster.map((row) => [row.sid, row.arts_science]))
  const taken = model.papers.flatMap(({ sid, courseId, score10 }) => {
    const stream = streamOf.get(sid)
    return score10 !== null && (stream === 1 || stream === 2)
      ? [{ courseId, stream, score: Math.floor(score10 / 10) }]
      : []
  })
  const knows = new Set(taken.filter(({ courseId }) => courseId === 0).map(({ stream }) => stream)).size === 2
  const expected = knows ? taken.map((one) => `${one.courseId}/${one.stream}/${one.score}`).toSorted() : []
  const found = (await rows('stream_paragraph')).flatMap((row) =>
    Array.from({ length: Number(row.num) }, () => `${row.courseId}/${row.artsScience}/${row.score}`),
  )
  expect(found.toSorted()).toEqual(expected)
}

async function expectMarksAndFronts(model: Model, exam: SmallExam, computed: Computed): Promise<void> {
  const { rows } = computed
  await expectStreams(model, exam, computed)
  const marks = await rows('paragraph', "grain = 'all'")
  const schools = new Map((await rows('unit', "grain = 'school'")).map((row) => [row.unitId, unitOf(row)]))
  const fronts = await rows('school_front')
  for (const courseId of [0, 1, 2, 3]) {
    const own = marks.filter((row) => row.courseId === courseId).toSorted((a, b) => Number(b.score) - Number(a.score))
    const expected = modelMarks(model, courseId)
    expect(own.map(({ score, num }) => ({ score, num }))).toEqual(expected.map(({ score, num }) => ({ score, num })))
    for (const n of [1, 3, 10]) {
      for (const [school, num] of modelFront(model, courseId, n)) {
        const members = fronts.filter(
          (row) => row.courseId === courseId && schools.get(row.unitId) === school && Number(row.rank) <= n,
        )
        expect(members.reduce((total, row) => total + Number(row.num), 0)).toBe(num)
      }
    }
  }
}

const COUNTS = ['planNum', 'studentNum', 'absentNum', 'zeroNum', 'baseNum', 'sum10', 'passNum', 'lowNum', 'allPassNum']

/** Sums over finer units are the coarser ones, bands sum up, ranks end at N. */
async function expectSums({ rows }: Computed): Promise<void> {
  const quota = await rows('quota')
  const total = (grain: Grain, name: string) =>
    quota.filter((row) => row.grain === grain).reduce((sum, row) => sum + Number(row[name]), 0)
  for (const name of COUNTS) for (const grain of GRAINS) expect(total(grain, name)).toBe(total('all', name))
  const marks = await rows('paragraph')
  const inMarks = (grain: string) =>
    marks.filter((row) => row.grain === grain).reduce((sum, row) => sum + Number(row.num), 0)
  for (const grain of ['all', 'area', 'school']) expect(inMarks(grain)).toBe(total('all', 'studentNum'))
  const last = await rows('rank_lut', 'below = 0')
  for (const row of last) {
    const [unit] = quota.filter(
      (one) => one.grain === row.scope && one.unitId === row.unitId && one.courseId === row.courseId,
    )
    expect(Number(row.rank) + Number(row.num) - 1).toBe(unit?.studentNum)
  }
}

describe('the exam of the fixture', () => {
  const facts = { spec: fixtureSpec(), ...fixtureFacts() }
  let before: Computed
  beforeAll(async () => {
    before = await compute(facts)
  })

  test('the order of the archive changes nothing', async () => {
    const b = await compute({ ...facts, roster: facts.roster.toReversed(), scores: facts.scores.toReversed() })
    for (const table of ['student', 'quota', 'paragraph', 'rank_lut', 'school_front', 'unit']) {
      expect(await b.rows(table)).toEqual(await before.rows(table))
    }
  })

  test('one corrected score changes its student, its units and nothing else', async () => {
    // 沈十四 of 北县: 数学 60 becomes 61, which passes nobody by and crosses no line.
    const scores = facts.scores.map((row) => (row.sid === 14 && row.course_id === 2 ? { ...row, score: 61 } : row))
    const after = await compute({ ...facts, scores })
    const changed = async (table: string, key: (row: Row) => string) => {
      const old = new Map((await before.rows(table)).map((row) => [key(row), JSON.stringify(row)]))
      return (await after.rows(table)).filter((row) => old.get(key(row)) !== JSON.stringify(row)).map(key)
    }
    const units = await changed('quota', (row) => `${row.grain} ${row.courseName} ${unitOf(row)}`)
    const own = ['', '990103', '990103/S4', '990103/S4/S4-3202301']
    const dependent = own.flatMap((unit, at) => ['总分', '数学'].map((course) => `${GRAINS[at]} ${course} ${unit}`))
    // Ranks and ratios of other units hang on nothing that moved; the other areas carry the sum of everyone beside their own.
    const compared = ['990101', '990102'].flatMap((area) => ['总分', '数学'].map((course) => `area ${course} ${area}`))
    expect(units.toSorted()).toEqual([...dependent, ...compared].toSorted())
    const courses = await changed('rank_lut', (row) => `${row.courseId} ${row.scope} ${row.unitId} ${row.score10}`)
    expect(new Set(courses.map((key) => key.split(' ')[0]))).toEqual(new Set(['0', '2']))
    const students = await before.rows('student', 'c1 is not null')
    const later = await after.rows('student')
    for (const row of students) {
      const now = later.find(({ sid }) => sid === row.sid)
      expect([now?.r1, now?.r3, now?.allRank]).toEqual([row.r1, row.r3, row.allRank])
    }
  })
})

describe('running again', () => {
  const FILES = [
    'score',
    'school_score',
    'student',
    'quota',
    'rank_lut',
    'paragraph',
    'stream_paragraph',
    'std_score',
    'school_front',
    'threshold',
  ]

  /** What the files hold. */
  async function contents(folder: string): Promise<Record<string, Row[]>> {
    const tables = FILES.map(async (name): Promise<[string, Row[]]> => {
      const file = join(folder, `${name}.parquet`)
      return [name, await analytics.query<Row>('select * from read_parquet($file) order by all', { file })]
    })
    return Object.fromEntries(await Promise.all(tables))
  }

  test('an unchanged exam is skipped, a changed rule computes what depends on it, to the same rows as all anew', async () => {
    const folder = join(root, 'again')
    const { roster, scores } = fixtureFacts()
    const source = rowSource(roster, scores, 'v1')
    const states = async (spec = fixtureSpec()) => {
      const { tasks } = await runPlan({ analytics, spec, folder, source })
      return tasks.filter(({ state }) => state === TASK_STATE.done).map(({ taskCode }) => taskCode)
    }
    expect(await states()).toHaveLength(13)
    expect(await states()).toEqual([])
    expect(await states(fixtureSpec({ passShare: 0.7 }))).toEqual(['STAT_BASE'])
    const spec = fixtureSpec({ passShare: 0.7, sdType: 'sample' })
    expect(await states(spec)).toEqual(['CALC_STDSCORE'])
    const whole = join(root, 'whole')
    await runPlan({ analytics, spec, folder: whole, source, force: true })
    expect(await contents(folder)).toEqual(await contents(whole))
  })

  test('a cancelled run stops before the next task and leaves whole files', async () => {
    const folder = join(root, 'cancelled')
    const { roster, scores } = fixtureFacts()
    const stop = new AbortController()
    const seen: string[] = []
    const run = runPlan({
      analytics,
      spec: fixtureSpec(),
      folder,
      source: rowSource(roster, scores, 'v1'),
      signal: stop.signal,
      onTasks: (events) => {
        seen.push(...events.map(({ taskCode, state }) => `${taskCode} ${state}`))
        if (seen.at(-1) === `CALC_RANK ${TASK_STATE.done}`) stop.abort(new Error('已取消'))
      },
    })
    await expect(run).rejects.toThrow('已取消')
    expect(seen).toEqual(['CALC_LEVEL 1', 'CALC_LEVEL 2', 'CALC_TOTAL 1', 'CALC_TOTAL 2', 'CALC_RANK 1', 'CALC_RANK 2'])
    const record = JSON.parse(await readFile(join(folder, 'plan.json'), 'utf8')) as Record<string, string>
    expect(Object.keys(record)).toEqual(['CALC_LEVEL', 'CALC_TOTAL', 'CALC_RANK'])
    const { tasks } = await runPlan({ analytics, spec: fixtureSpec(), folder, source: rowSource(roster, scores, 'v1') })
    expect(tasks.filter(({ state }) => state === TASK_STATE.skipped).map(({ taskCode }) => taskCode)).toEqual([
      'CALC_LEVEL',
      'CALC_TOTAL',
      'CALC_RANK',
    ])
  })
})
