import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../test/clone-database.ts'
import { type Database, inTransaction, openDatabase } from '../platform/db/pool.ts'
import { TEST, makeBureau } from './bureau.ts'
import { type LoadedDemo, loadDemo } from './load.ts'

const TENANT = '097108'
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const bureau = makeBureau(TEST)

let database: Database
let loaded: LoadedDemo | undefined

beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), 2)
  loaded = await load(TENANT)
})

afterAll(() => database?.close())

function load(tenantId: string): Promise<LoadedDemo | undefined> {
  return inTransaction(database.tenant(tenantId), (db) => loadDemo(db, tenantId, quiet, bureau))
}

async function count(table: string, tenantId = TENANT): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    database.tenant(tenantId),
  )
  return found.rows[0]?.n ?? -1
}

test('every school, class and student of the bureau arrives, and nobody else sees them', async () => {
  expect(await count('basic_school')).toBe(12)
  expect(await count('school_classes')).toBe(bureau.schools.flatMap((school) => school.classes).length)
  expect(await count('basic_student')).toBe(1200)
  expect(await count('student_base_num')).toBe(12)
  expect(await count('area_population')).toBe(12)
  expect(await count('basic_student', '000001')).toBe(0)
})

test('three archived exams with their facts and a draft without', async () => {
  expect(loaded?.exams.map((exam) => exam.isArchived)).toEqual([true, true, true, false])
  const exams = await sql<{ examStatus: number; dataVersion: number }>`
    select exam_status, data_version from exam_info order by begin_date`.execute(database.tenant(TENANT))
  expect(exams.rows).toEqual([
    ...Array.from({ length: 3 }, () => ({ examStatus: 3, dataVersion: 1 })),
    { examStatus: 0, dataVersion: 0 },
  ])
  expect(await count('exam_score_student')).toBe(3600)
  expect(await count('exam_student_import')).toBe(1200)
  expect(await count('exam_score_student_course_import')).toBe(1200 * 6)
  expect(await count('exam_score_student_course')).toBe(3600 * 6)
  expect(await count('exam_course')).toBe(36)
  expect(await count('exam_school')).toBe(48)
})

test('the database adds up the same marks as the generator', async () => {
  const examId = loaded?.exams[0]?.examId
  const found = await sql<{ sum10: string; absent: number }>`
    select sum(score * 10)::bigint::text as sum10, count(*) filter (where score is null)::int as absent
    from exam_score_student_course where exam_id = ${examId}`.execute(database.tenant(TENANT))
  const marks = bureau.exams[0]?.sittings.flatMap((sitting) => sitting.marks) ?? []
  expect(found.rows[0]).toEqual({
    sum10: String(marks.reduce((sum, mark) => sum + (mark.score10 ?? 0), 0)),
    absent: marks.filter((mark) => mark.score10 === null).length,
  })
})

test('what is there of each school and course is told of every archived exam, and adds up to its marks', async () => {
  const [exam] = loaded?.exams ?? []
  const found = await sql<{ schools: number; planned: number; present: number; absent: number }>`
    select count(distinct c.cell->>'schoolCode')::int as schools, sum((c.cell->>'planned')::int)::int as planned,
      sum((c.cell->>'present')::int)::int as present, sum((c.cell->>'absent')::int)::int as absent
    from (select jsonb_array_elements(counts->'matrix') as cell from exam_import_check
      where exam_id = ${exam?.examId ?? ''} and kind = 'score') c`.execute(database.tenant(TENANT))
  const marks = await sql<{ planned: number; present: number; absent: number }>`
    select count(*)::int as planned, count(*) filter (where score_status in (0, 2))::int as present,
      count(*) filter (where score_status = 1)::int as absent
    from exam_score_student_course where exam_id = ${exam?.examId ?? ''}`.execute(database.tenant(TENANT))
  expect(found.rows[0]).toEqual({ schools: 12, ...marks.rows[0] })
  expect(await count('exam_import_check')).toBe(6)
})

test('a second load leaves the tenant alone', async () => {
  expect(await load(TENANT)).toBeUndefined()
  expect(await count('basic_school')).toBe(12)
})
