import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import type { Manifest } from '../package/manifest.ts'
import { unarchiveExam } from './unarchive-exam.ts'

const BASE = '/api/bigdata-service'
/** 0201 has no row: absent from everything. */
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n'
const REASON = '名单有误，重新整理'

const program = useTestApp()
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('撤销归档')
  await computeExam(desk, examId, SCORES)
  await desk.run('examinfo/execPackageExam', { examId })
})

const exam = async () => (await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })).data

async function count(table: string, condition: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where exam_id = ${examId} and ${sql.raw(condition)}`.execute(desk.db)
  return found.rows[0]?.n ?? 0
}

/** Students and marks that the lists show as not archived. */
const openRows = () => Promise.all(['examstudentimport', 'examscorestudentcourseimport'].map(openOf))

async function openOf(list: string): Promise<number> {
  const { data } = await desk.user.get(`${BASE}/${list}/list`, { examId, size: 100, archiveStatus_equal: 0 })
  const shown = data.records.map((row: { archiveStatus: number }) => row.archiveStatus)
  expect(new Set(shown)).toEqual(new Set(data.total > 0 ? [0] : []))
  return data.total
}

async function checkAndArchive(): Promise<void> {
  await desk.run('examstudentimport/checkByExamId', { examId, confirmWarnings: 1 })
  await desk.run('examscorestudentcourseimport/checkByExamId', { examId, confirmWarnings: 1 })
  await desk.run('examstudentimport/archiveByExamId', { examId })
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
}

async function hashesOf(id: string): Promise<Record<string, string>> {
  const { data } = await desk.user.get(`${BASE}/examinfo/detail`, { id })
  const folder = join(program().dataDir, 'packages', TENANT, id, `v${data.packageVersion}`)
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  return Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))
}

test('a published exam, one without its right and one without a reason stay archived', async () => {
  await desk.post('examinfo/publishExam', { examId })
  const published = await desk.post('examstudentimport/unarchiveByExamId', { examId, reason: REASON })
  expect([published.status, published.msg]).toEqual([409, '当前状态为「已发布」，不能撤销归档'])
  await desk.post('examinfo/withdrawExam', { examId })
  const silent = await desk.post('examstudentimport/unarchiveByExamId', { examId, reason: ' 改 ' })
  expect([silent.status, silent.msg]).toEqual([400, '请填写撤销归档的原因'])
  const clerk = await program().user({ role: 'exam', permissions: ['examinfo_view', 'examinfo_archive'] })
  const refused = await clerk.post(`${BASE}/examstudentimport/unarchiveByExamId`, { examId, reason: REASON })
  expect(refused.status).toBe(403)
  expect([(await exam()).examStatus, await openRows()]).toEqual([6, [0, 0]])
})

test('stopped before any of its statements, nothing has changed', async () => {
  const ctx = await program().app.ctxOf(TENANT, desk.user.userId)
  if (!ctx) throw new Error('no context')
  const before = [await exam(), await openRows()]
  let stops = 0
  for (let at = 1; ; at += 1) {
    const isDone = await unarchiveUpTo(ctx, at)
    if (isDone) break
    stops += 1
    expect([await exam(), await openRows()]).toEqual(before)
  }
  expect(stops).toBeGreaterThan(5)
})

/** Runs it up to a statement of it, which fails; answers whether it came to its end, which is then taken back. */
async function unarchiveUpTo(ctx: Ctx, at: number): Promise<boolean> {
  let n = 0
  const stop: KyselyPlugin = {
    transformQuery({ node }) {
      n += 1
      if (n === at) throw new Error('stopped')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const work = inTransaction(ctx.db, async (db) => {
    await unarchiveExam({ ...ctx, db: db.withPlugin(stop) }, { examId, kind: 'student', reason: REASON })
    throw new Error('done')
  })
  return work.then(
    () => true,
    (error: Error) => {
      if (error.message !== 'stopped' && error.message !== 'done') throw error
      return error.message === 'done'
    },
  )
}

test('marks alone: the list stays archived, what was computed from marks expires, and the same comes back', async () => {
  const before = await hashesOf(examId)
  const { dataVersion } = await exam()
  await desk.run('examscorestudentcourseimport/unarchiveByExamId', { examId, reason: REASON })
  expect(await exam()).toMatchObject({ examStatus: 2, dataVersion: dataVersion + 1 })
  expect(await openRows()).toEqual([0, 9])
  const { data } = await desk.user.get(`${BASE}/examdataprogresstask/listProgressTask`, { examId })
  const stateOf = (code: string) => data.find((one: { taskCode: string }) => one.taskCode === code)?.taskState
  expect(['CALC_TOTAL', 'STAT_PARAGRAPH', 'PACKAGE'].map(stateOf)).toEqual([5, 5, 5])
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
  expect(await exam()).toMatchObject({ examStatus: 3 })
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  expect(await hashesOf(examId)).toEqual(before)
})

test('marks that an earlier version has called archived one by one are opened as well', async () => {
  await sql`update exam_score_student_course_import set archive_status = 1 where exam_id = ${examId}`.execute(desk.db)
  const opened = await desk.run('examscorestudentcourseimport/unarchiveByExamId', { examId, reason: REASON })
  expect(opened).toMatchObject({ text: '已撤销归档，9 条可以修改' })
  expect(await openRows()).toEqual([0, 9])
  expect(await count('exam_score_student_course_import', 'archive_status = 1')).toBe(0)
  await expect(desk.run('examscorestudentcourseimport/unarchiveByExamId', { examId, reason: REASON })).rejects.toThrow(
    '没有已归档的数据',
  )
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
})

test('list and marks: rows are edited, imported and archived again, and the package is that of the rows as they are then', async () => {
  await desk.run('examstudentimport/unarchiveByExamId', { examId, reason: REASON })
  expect(await openRows()).toEqual([4, 9])
  const { data: students } = await desk.user.get(`${BASE}/examstudentimport/list`, { examId, size: 10 })
  const of = (number: string) => students.records.find((row: { studentNumber: string }) => row.studentNumber === number)
  const edited = await desk.post('examstudentimport/submit', { id: of('0201').id, takeCourses: ['语文'] })
  expect(edited.msg).toBe('操作成功')
  const batch = await desk.send(examId, 'score', '考号,语文\n0102,95\n')
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  await checkAndArchive()
  expect(await count('exam_score_student_course', 'sid = 4')).toBe(1)
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })

  const fresh = await desk.addExam('从头归档')
  await computeExamOf(fresh)
  expect(await hashesOf(examId)).toEqual(await hashesOf(fresh))
})

/** The same rows in an exam that was never archived before. */
async function computeExamOf(fresh: string): Promise<void> {
  for (const table of ['exam_student_import', 'exam_score_student_course_import']) {
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, jsonb_build_object(
        'id', t.id - 1000000000, 'exam_id', ${fresh}::bigint, 'archive_status', 0))).* from ${sql.table(table)} t
      where exam_id = ${examId} and is_deleted = 0`.execute(desk.db)
  }
  await desk.setStatus(fresh, 2)
  await desk.run('examstudentimport/archiveByExamId', { examId: fresh })
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId: fresh })
  await desk.run('examinfo/execDataProgress', { examId: fresh })
  await desk.run('examinfo/execPackageExam', { examId: fresh })
}

test('batches from before the archive say why they are not undone; later ones are', async () => {
  await desk.run('examstudentimport/unarchiveByExamId', { examId, reason: REASON })
  const found = await sql<{
    id: string
  }>`select id from exam_import_batch where exam_id = ${examId} order by id`.execute(desk.db)
  const undone = await desk.post('examimport/undo', { batchId: found.rows[0]?.id })
  expect([undone.status, undone.msg]).toEqual([409, '批次的行在归档时已清理，不能撤销；请直接修改数据，或重新导入'])
  const batch = await desk.send(examId, 'score', '考号,语文\n0102,96\n')
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  expect(await desk.run('examimport/undo', { batchId: batch.batchId })).toMatchObject({ text: '移除 0 条，恢复 1 条' })
  await checkAndArchive()
})

test('a job of the exam ends first', async () => {
  await sql`insert into job (id, tenant_id, user_id, name, title, payload, singleton_key, state, heartbeat)
    values (2, ${TENANT}, ${desk.user.userId}, 'exam.build-package', '生成报表', '{}', ${examId}, 'running', now() + interval '1 hour')`.execute(
    desk.db,
  )
  const refused = await desk.post('examstudentimport/unarchiveByExamId', { examId, reason: REASON })
  expect([refused.status, refused.msg]).toEqual([409, '这次考试正在「生成报表」，请等它完成后再办理'])
  const logged = await sql<{ values: object }>`select new_values as values from operation_log
    where call = 'examImport.unarchive.student' and row_id = ${examId}`.execute(desk.db)
  expect(logged.rows[0]?.values).toMatchObject({ kind: 'student', opened: 13, reason: REASON })
})
