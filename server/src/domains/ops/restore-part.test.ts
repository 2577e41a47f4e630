import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { backUp, backupFolder } from './backup.ts'
import { type Part, restorePart } from './restore-part.ts'

const program = useTestApp()
let desk: Desk
let admin: Client
let file = ''
let [examId, other] = ['', '']
let packages = ''

beforeAll(async () => {
  desk = await openDesk(program())
  admin = await program().user({ role: 'administrator' })
  ;[examId, other] = [await desk.addExam('期中'), await desk.addExam('期末')]
  for (const id of [examId, other]) {
    const { batchId } = await desk.send(id, 'student', ROSTER)
    await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
  }
  const { dataDir, databaseUrl: url, config } = program()
  packages = join(dataDir, 'packages', TENANT)
  for (const id of [examId, other]) {
    mkdirSync(join(packages, id, 'v1'), { recursive: true })
    for (const name of ['quota', 'unit']) writeFileSync(join(packages, id, 'v1', `${name}.parquet`), `${name} ${id}`)
  }
  const deps = { url, dataDir, masterKey: config.masterKey, version: '0.0.0', isStoreOutside: false }
  const { name } = await backUp(deps, { report: () => Promise.resolve() })
  file = join(backupFolder(dataDir), name)
})

type Asked = { exam: string } | { school: string }

const put = (part: Asked, isWritten: boolean, tenantId = TENANT) =>
  restorePart({
    file,
    masterKey: program().config.masterKey,
    url: program().databaseUrl,
    dataDir: program().dataDir,
    part: { ...part, tenantId } satisfies Part,
    isWritten,
  })

/** The list of an exam as text, but for what the office has added. */
async function listOf(id: string): Promise<string> {
  const found = await sql<{ line: string }>`select string_agg(t::text, E'\n' order by t.id) as line
    from exam_student_import t where exam_id = ${id}`.execute(admin.db)
  return found.rows[0]?.line ?? ''
}

test('an exam comes back as it was, rows and packages, and nothing else does; first it is only counted', async () => {
  const whole = await listOf(examId)
  await sql`delete from exam_student_import where exam_id = ${examId} and student_number = '0101'`.execute(admin.db)
  await sql`update exam_student_import set student_name = '被改的' where student_number = '0102'`.execute(admin.db)
  await sql`update exam_info set exam_name = '被改的' where id = ${examId}`.execute(admin.db)
  await sql`delete from exam_import_row r using exam_import_batch b where b.id = r.batch_id and b.exam_id = ${examId}`.execute(
    admin.db,
  )
  rmSync(join(packages, examId, 'v1', 'quota.parquet'))
  writeFileSync(join(packages, examId, 'v1', 'unit.parquet'), 'damaged')
  rmSync(join(packages, other, 'v1', 'quota.parquet'))
  const damaged = [await listOf(examId), await listOf(other)]

  const expected = expect.arrayContaining([
    { name: 'exam_info', missing: 0, changed: 1, same: 0 },
    { name: 'exam_student_import', missing: 1, changed: 1, same: whole.split('\n').length - 2 },
    { name: 'exam_import_row', missing: ROSTER.trim().split('\n').length, changed: 0, same: 0 },
    { name: 'packages', missing: 1, changed: 1, same: 0 },
  ])
  expect(await put({ exam: examId }, false)).toEqual(expected)
  expect([await listOf(examId), await listOf(other)]).toEqual(damaged)
  expect(existsSync(join(packages, examId, 'v1', 'quota.parquet'))).toBe(false)

  expect(await put({ exam: examId }, true)).toEqual(expected)
  expect(await listOf(examId)).toBe(whole)
  expect(await listOf(other)).toBe(damaged[1])
  for (const name of ['quota', 'unit'])
    expect(readFileSync(join(packages, examId, 'v1', `${name}.parquet`), 'utf8')).toBe(`${name} ${examId}`)
  expect(existsSync(join(packages, other, 'v1', 'quota.parquet'))).toBe(false)
  const again = await put({ exam: examId }, false)
  expect(again.map(({ missing, changed }) => missing + changed).every((num) => num === 0)).toBe(true)
  const noted = await sql<{ rowId: string }>`select row_id from operation_log where call = 'ops.restorePart'`.execute(
    admin.db,
  )
  expect(noted.rows).toEqual([{ rowId: examId }])
})

test('an exam that is being worked on is left alone, and so is one whose numbers others have taken since', async () => {
  const owner = new pg.Client({ connectionString: program().databaseUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('exam-import:' || $1, 0))`, [examId])
  await expect(put({ exam: examId }, true)).rejects.toThrow('正在「导入或归档」')
  await owner.query('rollback')
  await owner.query(
    `insert into job (id, tenant_id, user_id, name, title, payload, state, singleton_key, heartbeat)
      values (77, $1, 1, 'exam.compute', '计算', '{}', 'running', $2 || ':all', now())`,
    [TENANT, examId],
  )
  await expect(put({ exam: examId }, true)).rejects.toThrow('正在「计算」')
  expect((await put({ exam: examId }, false)).length).toBeGreaterThan(1)
  await owner.query('delete from job where id = 77')

  const whole = await listOf(examId)
  await owner.query(`update exam_student_import set id = id + 5 where exam_id = $1 and student_number = '0101'`, [
    examId,
  ])
  const moved = await listOf(examId)
  rmSync(join(packages, examId, 'v1', 'quota.parquet'))
  await expect(put({ exam: examId }, true)).rejects.toThrow('exam_student_import 中有新的数据用了同一编号或名称')
  expect(await listOf(examId)).toBe(moved)
  expect(existsSync(join(packages, examId, 'v1', 'quota.parquet'))).toBe(false)
  await owner.query(`update exam_student_import set id = id - 5 where exam_id = $1 and student_number = '0101'`, [
    examId,
  ])
  await put({ exam: examId }, true)
  expect(await listOf(examId)).toBe(whole)
  await owner.end()
})

test("a school's registers come back, and what is of its exams stays", async () => {
  const code = SCHOOLS[0]?.code ?? ''
  const marked = await listOf(other)
  await sql`update basic_school set school_name = '被改的' where school_code = ${code}`.execute(admin.db)
  await sql`delete from school_classes where school_code = ${code}`.execute(admin.db)
  const found = await put({ school: code }, true)
  expect(found).toContainEqual({ name: 'basic_school', missing: 0, changed: 1, same: 0 })
  expect(found.find(({ name }) => name === 'school_classes')?.missing).toBeGreaterThan(0)
  expect(found.some(({ name }) => name === 'exam_student_import')).toBe(false)
  const names = await sql<{
    name: string
  }>`select school_name as name from basic_school where school_code = ${code}`.execute(admin.db)
  expect(names.rows).toEqual([{ name: SCHOOLS[0]?.name }])
  expect(await listOf(other)).toBe(marked)
})

test('a backup of other tables, or a number that is none, is refused and changes nothing', async () => {
  await expect(put({ exam: "1' or '1" }, true)).rejects.toThrow('编号不正确')
  expect(await put({ exam: examId }, true, OTHER_TENANT)).toEqual([
    { name: 'packages', missing: 0, changed: 0, same: 0 },
  ])
  await sql`update exam_info set data_version = 9 where id = ${examId}`.execute(admin.db)
  await expect(put({ exam: examId }, true)).rejects.toThrow('有新的数据或报表')
  const owner = new pg.Client({ connectionString: program().databaseUrl })
  await owner.connect()
  await owner.query(`insert into schema_migration (name, hash) values ('29990101T0000_later.sql', 'x')`)
  await expect(put({ exam: examId }, true)).rejects.toThrow('另一个版本')
  await owner.query(`delete from schema_migration where name like '2999%'`)
  await owner.end()
})
