import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { nobodyOf } from '../../../contexts.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { layPackages } from './lay-packages.ts'

const EXAMS = 200
const SCORES = '考号,语文,数学,外语\n0101,90,90,100\n0102,90,100,100\n0103,60,50,缺考\n0201,100,100,100\n'

const program = useTestApp()
let desk: Desk
let ctx: Ctx
let first = ''
let folder = ''

beforeAll(async () => {
  desk = await openDesk(program())
  first = await desk.addExam('月考', { beginDate: '2026-03-01' })
  await computeExam(desk, first, SCORES)
  await desk.run('examinfo/execPackageExam', { examId: first })
  await desk.post('examinfo/publishExam', { examId: first })
  ctx = (await program().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  for (let n = 1; n < EXAMS; n += 1) await copyExam(`月考${n}`)
  folder = await mkdtemp(join(tmpdir(), 'packages-'))
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Another published exam with the package of the first. */
async function copyExam(name: string): Promise<void> {
  const id = nextId()
  await sql`insert into exam_info select (jsonb_populate_record(e, ${JSON.stringify({ id, exam_name: name })}::jsonb)).*
    from exam_info e where e.id = ${first}`.execute(desk.db)
  await sql`insert into exam_package select (jsonb_populate_record(p, jsonb_build_object('exam_id', ${id}::bigint))).*
    from exam_package p where p.exam_id = ${first}`.execute(desk.db)
  const from = ctx.files.packageFolder(TENANT, first)
  await cp(join(from, 'v1'), join(ctx.files.packageFolder(TENANT, id), 'v1'), { recursive: true })
}

const lay = (isWithPersons: boolean) => layPackages(ctx, { folder, isWithPersons })
const rowsOf = (text: string) => ctx.analytics.query<Record<string, unknown>>(text)

/** A table as an engine reads it that knows the path alone. */
function tableOf(name: string): string {
  return `read_parquet('${folder}/${name}/**/*.parquet', hive_partitioning = true, union_by_name = true)`
}

test('two hundred exams are read at once by one path, each with its own partition', async () => {
  expect(await lay(false)).toBe(EXAMS)
  const sums = `select count(distinct exam_id)::int as exams, count(*)::int as num, sum(sum10)::int as sums, sum(student_num)::int as students
    from ${tableOf('quota')} where grain = 'all' and course_id = 0`
  // 赵四 300, 李·二 290, 张一 280; 王三 was absent once.
  expect(await rowsOf(sums)).toEqual([{ exams: EXAMS, num: EXAMS, sums: EXAMS * 8700, students: EXAMS * 3 }])
  const one = `select exam_id::varchar as exam_id, tenant_id, sum10::int as sum10 from ${tableOf('quota')}
    where exam_id = ${first} and grain = 'all' and course_id = 0`
  expect(await rowsOf(one)).toEqual([{ examId: first, tenantId: TENANT, sum10: 8700 }])
})

test('the table of exams says what each partition is', async () => {
  const named = `select count(*)::int as num from ${tableOf('exam')} e
    join (select distinct exam_id from ${tableOf('course')}) c on c.exam_id = e.exam_id`
  expect(await rowsOf(named)).toEqual([{ num: EXAMS }])
  const one = `select exam_name, exam_year, strftime(begin_date, '%Y-%m-%d') as begin_date, package_version
    from ${tableOf('exam')} where exam_id = ${first}`
  expect(await rowsOf(one)).toEqual([
    { examName: '月考', examYear: expect.any(Number), beginDate: '2026-03-01', packageVersion: 1 },
  ])
})

test('tables of persons are laid only where they are asked for, and go when they are not any more', async () => {
  const persons = async () => (await readdir(folder)).filter((name) => /student|teacher|question_score/.test(name))
  expect(await persons()).toEqual([])
  await lay(true)
  expect(await rowsOf(`select count(*)::int as num from ${tableOf('student')}`)).toEqual([{ num: EXAMS * 4 }])
  await lay(false)
  const left = await Promise.all((await persons()).map((name) => readdir(join(folder, name, `tenant_id=${TENANT}`))))
  expect(left.flat()).toEqual([])
})

test('an exam that is withdrawn goes with the next laying, one of another tenant never comes', async () => {
  await desk.post('examinfo/withdrawExam', { examId: first })
  expect(await lay(false)).toBe(EXAMS - 1)
  const counted = `select count(*)::int as num from ${tableOf('quota')} where exam_id = ${first}`
  expect(await rowsOf(counted)).toEqual([{ num: 0 }])
  const other = { ...ctx, db: program().app.database.tenant(OTHER_TENANT), user: nobodyOf(OTHER_TENANT) }
  expect(await layPackages(other, { folder, isWithPersons: true })).toBe(0)
  expect(await rowsOf(`select count(distinct exam_id)::int as num from ${tableOf('course')}`)).toEqual([
    { num: EXAMS - 1 },
  ])
})
