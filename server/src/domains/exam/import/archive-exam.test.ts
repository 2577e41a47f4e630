import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import { archiveScores } from './archive-scores.ts'

const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,50,40\n0201,100,100,100\n'
const STAGING = ['exam_import_row', 'exam_import_fault', 'exam_import_undo']

const program = useTestApp()
let desk: Desk
let examId = ''
const batches: Record<string, string> = {}

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('归档')
  await commit('student', ROSTER)
  await commit('change', ROSTER.replace('张一', '张易'), 'student')
  await commit('score', SCORES)
  const open = await desk.send(examId, 'student', ROSTER.replace('第一中学', '无此中学'))
  batches['open'] = open.batchId
})

async function commit(name: string, text: string, kind = name): Promise<void> {
  const { batchId } = await desk.send(examId, kind, text)
  batches[name] = batchId
  await desk.run('examimport/commit', { batchId })
}

/** Rows, faults and undo lines of every batch of the exam. */
async function staged(): Promise<number[]> {
  const found = await Promise.all(
    STAGING.map((table) =>
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} t
        join exam_import_batch b on b.id = t.batch_id where b.exam_id = ${examId}`.execute(desk.db),
    ),
  )
  return found.map((one) => one.rows[0]?.n ?? 0)
}

/** Rows the planner expects in a table; -1 where nobody has told it of any. */
async function expectedRows(table: string): Promise<number> {
  const found = await sql<{ n: number }>`select reltuples::int as n from pg_class where relname = ${table}`.execute(
    desk.db,
  )
  return found.rows[0]?.n ?? 0
}

test('rows written by an import are known to the planner when it ends', async () => {
  expect(await expectedRows('exam_student_import')).toBe(4)
  expect(await expectedRows('exam_score_student_course_import')).toBe(12)
  expect(await expectedRows('exam_score_student_course')).toBe(0)
})

test('the planner knows after an import how many rows of the exam stand', async () => {
  const planned = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`explain (format json)
    select 1 from exam_score_student_course_import where exam_id = ${examId} and is_deleted = 0`.execute(desk.db)
  expect(Object.values(planned.rows[0] ?? {})[0]?.[0].Plan['Plan Rows']).toBe(12)
})

test('archiving clears what was staged and keeps the record of it', async () => {
  // four files of five lines; one unknown school; one student who was changed
  expect(await staged()).toEqual([20, 1, 1])
  await desk.run('examstudentimport/checkByExamId', { examId, confirmWarnings: 1 })
  await desk.run('examscorestudentcourseimport/checkByExamId', { examId, confirmWarnings: 1 })
  await expect(desk.run('examscorestudentcourseimport/archiveByExamId', { examId })).rejects.toThrow(
    '请先归档考生，再归档成绩',
  )
  await desk.run('examstudentimport/archiveByExamId', { examId })
  expect(await staged()).toEqual([20, 1, 1])
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
  expect(await staged()).toEqual([0, 0, 0])
  expect(await expectedRows('exam_score_student_course')).toBe(12)
  expect(await desk.detail(batches['student'] ?? '')).toMatchObject({
    status: 5,
    counts: { rows: 4, fresh: 4 },
    files: [{ fileName: 'student.csv', sheets: [{ rowNum: 5, layout: 'roster' }] }],
  })
  const rows = await desk.user.get('/api/bigdata-service/examimport/rows', { batchId: batches['student'] })
  expect(rows.data).toMatchObject({ total: 0, records: [] })
})

test('every mark is shown as archived with its exam, also where it is asked for by that, and none is written again', async () => {
  const asked = (query: object) =>
    desk.user.get('/api/bigdata-service/examscorestudentcourseimport/list', { examId, size: 100, ...query })
  const { data } = await asked({})
  expect(data.records.map((row: { archiveStatus: number }) => row.archiveStatus)).toEqual(Array(12).fill(1))
  expect((await asked({ archiveStatus: 1 })).data.total).toBe(12)
  expect((await asked({ archiveStatus_notequal: 1 })).data.total).toBe(0)
  const one = await desk.user.get('/api/bigdata-service/examscorestudentcourseimport/detail', {
    id: data.records[0].id,
  })
  expect(one.data.archiveStatus).toBe(1)
  const ofExam = await desk.user.get('/api/bigdata-service/examscorestudentcourseimport/listStudent', { examId })
  expect(ofExam.data.records[0].archiveStatus).toBe(1)
  const kept = await sql<{ n: number }>`select count(*)::int as n from exam_score_student_course_import
    where exam_id = ${examId} and (archive_status <> 0 or xmin <> (select xmin from exam_score_student_course_import
      where exam_id = ${examId} limit 1))`.execute(desk.db)
  expect(kept.rows[0]?.n).toBe(0)
})

test('what would need the rows is refused with its reason', async () => {
  const undo = await desk.post('examimport/undo', { batchId: batches['score'] })
  expect([undo.status, undo.msg]).toEqual([409, '当前状态为「已归档」，不能撤销导入'])
  const check = await desk.post('examimport/check', { batchId: batches['open'] })
  expect([check.status, check.msg]).toEqual([409, '当前状态为「已归档」，不能修改导入批次'])
  const annotated = await desk.user.get('/api/bigdata-service/examimport/annotated', { batchId: batches['student'] })
  expect([annotated.status, annotated.msg]).toEqual([409, '考试归档后不再保留上传的行'])
})

test('archiving again changes nothing', async () => {
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
  expect((await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data.dataVersion).toBe(1)
})

test('archiving again takes over what has changed in the rows, and makes what was computed out of date', async () => {
  await sql`update exam_score_student_course_import set score = 119, score_text = '119'
    where exam_id = ${examId} and student_number = '0101' and course_name = '语文'`.execute(desk.db)
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
  const found = await sql`select c.score::float8 as score from exam_score_student_course c
    join exam_score_student s on s.exam_id = c.exam_id and s.sid = c.sid
    where c.exam_id = ${examId} and s.student_number = '0101' and c.course_id = 1`.execute(desk.db)
  expect(found.rows).toEqual([{ score: 119 }])
  expect((await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data.dataVersion).toBe(2)
})

test('archiving tells how many marks are looked through of all, the missing ones among them', async () => {
  const ctx = await program().app.ctxOf(TENANT, desk.user.userId)
  if (!ctx) throw new Error('no such user')
  const told: [number, number][] = []
  await inTransaction(ctx.db, (db) =>
    archiveScores({ ...ctx, db }, examId, async (done, total) => void told.push([done, total])),
  )
  // four students of three courses
  expect(told).toEqual([
    [0, 12],
    [4, 12],
    [8, 12],
    [12, 12],
  ])
})
