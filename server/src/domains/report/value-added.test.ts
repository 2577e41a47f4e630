import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'
import { fc } from '../../../test/property.ts'
import { type OpenAnalytics, openAnalytics } from '../../platform/analytics/duckdb.ts'
import { growthPercentiles, rankAdded } from '../exam/formulas/growth.ts'
import { mean, quantile } from '../exam/formulas/statistics.ts'
import { REPORT_MACROS, bind, reportSql } from './report-sql.ts'

type Row = Record<string, number | string | null>

/** A student of a school with the standard scores of both exams; none where the exam has no mark of theirs. */
interface Student {
  school: number
  pre: number | null
  post: number | null
}

let root: string
let analytics: OpenAnalytics
let desk: Desk
let runs = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'value-added-'))
  analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(root, 'tmp'), connections: 1 })
  desk = await openDesk()
})

afterAll(async () => {
  analytics.close()
  await desk.close()
  await rm(root, { recursive: true, force: true })
})

/** A package with the totals of students alone, and the schools of those who have one. */
async function packageOf(students: readonly Student[], z: (student: Student) => number | null): Promise<string> {
  runs += 1
  const folder = join(root, `package${runs}`)
  await mkdir(folder)
  const rows = students.map((one, at) => `(${at}, 'S${one.school}', ${z(one)}::double)`)
  await analytics.batch(async (db) => {
    await db.run(`create table student as select id as sid, 'X' || id as student_code, 'A' as area_code, code as school_code,
        code || '1' as class_code, '1班' as class_name, 1000 as total10, 1 as status, z,
        if(z is null, null, 1) as all_rank, 1 as area_rank, 1 as school_rank, 1 as class_rank, 1 as group_rank
      from (values ${rows.join()}) v(id, code, z)`)
    await db.run(`copy student to '${folder}/student.parquet' (format parquet)`)
    await db.run(
      `copy (select 0 as course_id, 1000 as score10, 0.0 as z where false) to '${folder}/std_score.parquet' (format parquet)`,
    )
    await db.run(`copy (select 'school' as grain, row_number() over (order by school_code)::int as unit_id, 0 as course_id,
        '总分' as course_name, 'A' as area_code, '东县' as area_name, 1 as area_sort, school_code, school_code as school_name,
        1 as school_sort, null::varchar as school_group, null::varchar as class_code, null::varchar as class_name, count(all_rank)::int as student_num
      from student group by school_code) to '${folder}/quota.parquet' (format parquet)`)
  })
  return folder
}

async function read(students: readonly Student[], earlier = students): Promise<Row[]> {
  const { rows } = reportSql({ sql: 'value-added' })
  const values = {
    package: await packageOf(students, ({ post }) => post),
    before: await packageOf(earlier, ({ pre }) => pre),
    grain: 'school',
    courseId: 0,
    entryCourseId: 0,
    size: 100,
    skip: 0,
  }
  return analytics.query<Row>(rows.sql, bind(rows, values), REPORT_MACROS)
}

interface Expected {
  gain: number
  half: number
  rankAdded: number
  growth: number
}

/** F55 worked out by itself: the line over all who are matched, then each school's distance from it; F54 and F56 by their formulas. */
function expected(students: readonly Student[], school: number): Expected | undefined {
  const matched = students.flatMap(({ pre, post, ...rest }) =>
    pre === null || post === null ? [] : [{ ...rest, pre, post }],
  )
  const [x, y] = [mean(matched.map(({ pre }) => pre)) ?? 0, mean(matched.map(({ post }) => post)) ?? 0]
  const slope =
    matched.reduce((sum, one) => sum + (one.pre - x) * (one.post - y), 0) /
    matched.reduce((sum, one) => sum + (one.pre - x) ** 2, 0)
  const own = matched.filter((one) => one.school === school).map(({ pre, post }) => post - y - slope * (pre - x))
  const n = own.length
  if (n < 10) return undefined
  const centre = mean(own) ?? 0
  const sd = Math.sqrt(own.reduce((sum, one) => sum + (one - centre) ** 2, 0) / (n - 1))
  const growth = growthPercentiles(matched).filter((_one, at) => matched[at]?.school === school)
  return {
    gain: (10 * centre * n) / (n + 15),
    half: (10 * 1.96 * sd) / Math.sqrt(n),
    rankAdded: rankAdded(matched, (_one, at) => matched[at]?.school === school) ?? 0,
    growth: quantile(growth, 0.5) ?? 0,
  }
}

const SCHOOL_A = Array.from({ length: 12 }, (_, at): Student => ({ school: 1, pre: at / 6 - 1, post: at / 6 - 0.5 }))
const SCHOOL_B = Array.from({ length: 12 }, (_, at): Student => ({ school: 2, pre: at / 6 - 1, post: at / 6 - 1.5 }))

test('of two schools with the same start, the one half a deviation above the line is ahead of what was expected', async () => {
  // The line is z itself: each school lies 0.5 beside it with everybody, so 5 points of T, drawn to 0 by 12 of 27.
  expect(await read([...SCHOOL_A, ...SCHOOL_B])).toMatchObject([
    { matchedNum: 12, matchRate: 100, valueAdded: 2.22, lowAdded: 2.22, highAdded: 2.22, verdict: '高于预期' },
    { matchedNum: 12, matchRate: 100, valueAdded: -2.22, lowAdded: -2.22, highAdded: -2.22, verdict: '低于预期' },
  ])
})

test('who is ahead of those with the same start gains ranks, and stands above the middle of them', async () => {
  // By quarters, which are exact: entry ranks 1, 3 … 23 in both schools, then four ranks alone, eight shared, four alone.
  const schools = [1, 2].flatMap((school) =>
    Array.from({ length: 12 }, (_, at): Student => {
      return { school, pre: at / 4 - 1, post: at / 4 - (school === 1 ? 0.5 : 1.5) }
    }),
  )
  expect(await read(schools)).toMatchObject([
    { rankAdded: 3.17, growthPr: 75 },
    { rankAdded: -3.5, growthPr: 25 },
  ])
})

test('nine who are matched say nothing of a school, and the share of its cohort is told', async () => {
  const few = SCHOOL_A.map((one, at) => (at < 3 ? { ...one, post: null } : one))
  const [row] = await read([...few, ...SCHOOL_B])
  expect(row).toMatchObject({
    cohortNum: 12,
    matchedNum: 9,
    matchRate: 75,
    valueAdded: null,
    verdict: null,
    rankAdded: null,
    growthPr: null,
  })
})

test('a student who changed schools counts for the cohort of the old one, and for the progress of the new one', async () => {
  const moved = { school: 3, pre: 0, post: 0.5 }
  const students = [...SCHOOL_A, ...SCHOOL_B, moved]
  const before = students.map((one) => (one === moved ? { ...one, school: 1 } : one))
  expect(await read(students, before)).toMatchObject([
    { schoolCode: 'S1', cohortNum: 13, matchedNum: 12, matchRate: 100 },
    { schoolCode: 'S2', cohortNum: 12, matchedNum: 12, matchRate: 100 },
    { schoolCode: 'S3', cohortNum: 0, matchedNum: 1, matchRate: null },
  ])
})

test('the statement agrees with the regression worked out by itself, on any students', async () => {
  const z = fc.integer({ min: -3000, max: 3000 }).map((value) => value / 1000)
  const student = fc.record({
    school: fc.integer({ min: 1, max: 3 }),
    pre: fc.option(z, { freq: 9 }),
    post: fc.option(z, { freq: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(student, { minLength: 40, maxLength: 80 }), async (students) => {
      for (const row of await read(students)) {
        const own = expected(students, Number(String(row['schoolCode']).slice(1)))
        expect(row['valueAdded'] === null).toBe(own === undefined)
        if (!own) continue
        expect(row['valueAdded']).toBeCloseTo(own.gain, 1)
        expect(row['lowAdded']).toBeCloseTo(own.gain - own.half, 1)
        expect(row['highAdded']).toBeCloseTo(own.gain + own.half, 1)
        expect(row['rankAdded']).toBeCloseTo(own.rankAdded, 1)
        expect(row['growthPr']).toBeCloseTo(own.growth, 1)
      }
    }),
    { numRuns: 25 },
  )
})

test('without an earlier exam, or with the exam itself, it says which to choose', async () => {
  const ask = (input: object) => desk.ask('valueAddedBySchool', input)
  await expect(ask({ examId: '1001', entryExamId: null })).rejects.toThrow('这次考试没有对比考试，请选择入口考试')
  await expect(ask({ examId: '1002', entryExamId: '1002' })).rejects.toThrow('入口考试不能是本次考试')
  await expect(ask({ examId: '1001', entryExamId: '1002' })).rejects.toThrow('入口考试应早于本次考试')
})

test('what both exams stand on is told', async () => {
  const { basis } = await desk.ask('valueAddedBySchool')
  expect(basis[0]).toMatch(/^入口考试：一模（报表版本 \d+）$/)
  expect(basis.at(-1)).toMatch(/^数据修订：\d+；报表版本：\d+$/)
})
