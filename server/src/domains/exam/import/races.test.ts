import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { inTransaction, lockKey } from '../../../platform/db/pool.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch } from '../tables.ts'

const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,0,缺考\n0201,100,100,100\n'

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('同时')
})

/** The one that won; the other has to have been refused. */
async function winnerOf(call: string, body: Record<string, unknown>, refusal: string) {
  const answers = await Promise.all([desk.post(call, body), desk.post(call, body)])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status, lost?.msg]).toEqual([200, 409, refusal])
  return waitForJob(desk.user, String(won?.data.jobId))
}

async function count(table: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where exam_id = ${examId}`.execute(desk.db)
  return found.rows[0]?.n ?? 0
}

test('of two commits of one batch one wins and the rows are written once', async () => {
  const list = await desk.send(examId, 'student', ROSTER)
  const written = await winnerOf('examimport/commit', { batchId: list.batchId }, '当前状态为「写入中」，不能导入')
  expect(written['text']).toBe('新增 4 条，变更 0 条，未变 0 条')
  expect(await count('exam_student_import')).toBe(4)
  const marks = await desk.send(examId, 'score', SCORES)
  await winnerOf('examimport/commit', { batchId: marks.batchId }, '当前状态为「写入中」，不能导入')
  expect(await count('exam_score_student_course_import')).toBe(12)
  const late = await desk.post('examimport/commit', { batchId: marks.batchId })
  expect([late.status, late.msg]).toEqual([409, '当前状态为「已导入」，不能导入'])
})

test('a commit that waits for an archive finds its rows cleared, and says what to do', async () => {
  const exam = await desk.addExam('归档在先')
  const { batchId } = await desk.send(exam, 'student', ROSTER)
  const jobId = await inTransaction(desk.db, async (db) => {
    await lockKey(db, `exam-import:${exam}`)
    const { data } = await desk.post('examimport/commit', { batchId })
    await sql`update ${own(examImportBatch)} set is_cleared = 1 where id = ${batchId}`.execute(db)
    return data.jobId
  })
  await expect(waitForJob(desk.user, jobId)).rejects.toThrow('批次的行在归档时已清理，请重新上传工作簿')
})

test('of two runs of one exam one wins, and what it leaves is whole', async () => {
  await desk.run('examstudentimport/checkByExamId', { examId, confirmWarnings: 1 })
  await desk.run('examscorestudentcourseimport/checkByExamId', { examId, confirmWarnings: 1 })
  await desk.run('examstudentimport/archiveByExamId', { examId })
  await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
  await winnerOf('examinfo/execDataProgress', { examId }, '当前状态为「计算中」，不能计算')
  const runs = await sql<{ state: number }>`select run_state as state from exam_data_progress
    where exam_id = ${examId}`.execute(desk.db)
  expect(runs.rows).toEqual([{ state: 2 }])

  const both = await Promise.all([
    desk.post('examinfo/execPackageExam', { examId }),
    desk.post('examinfo/execPackageExam', { examId }),
  ])
  expect(both.map((answer) => answer.status)).toEqual([200, 200])
  expect(both[0]?.data.jobId).toBe(both[1]?.data.jobId)
  await waitForJob(desk.user, String(both[0]?.data.jobId))
  const exam = (await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data
  expect(exam).toMatchObject({ examStatus: 6, packageVersion: 1, packageDataVersion: exam.dataVersion })
  expect(await count('exam_package')).toBe(1)
  await expectWholePackage()
})

interface Manifest {
  files: { name: string; bytes: number; sha256: string }[]
}

/** Every file of the manifest lies there as it was written, and nothing else beside the manifest. */
async function expectWholePackage(): Promise<void> {
  const found = await sql<{ manifest: Manifest }>`select manifest from exam_package where exam_id = ${examId}`.execute(
    desk.db,
  )
  const files = found.rows[0]?.manifest.files ?? []
  const folder = join(program().dataDir, 'packages', TENANT, examId, 'v1')
  expect(files.length).toBeGreaterThan(0)
  for (const { name, bytes, sha256 } of files) {
    const body = await readFile(join(folder, name))
    expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([bytes, sha256])
  }
  expect(await readdir(folder)).toHaveLength(files.length + 1)
}
