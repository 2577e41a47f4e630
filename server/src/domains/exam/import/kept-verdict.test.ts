import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { copyRows } from '../../../../test/fixtures/copied-rows.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { loadBatch, loadFiles } from './batch.ts'
import { withTempFile } from './temp-file.ts'
import { evaluateBatch } from './workbench.ts'
import { copyChanges } from './write-changes.ts'

const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,0,缺考\n0201,100,100,100\n'
const CHANGED = '名单或参数在校验之后有变动，出现了新的错误，请重新校验'

const program = useTestApp()
let desk: Desk
/** How often rules were run. */
let judged = 0
beforeAll(async () => {
  desk = await openDesk(program())
  const { analytics } = (await program().app.ctxOf(TENANT, desk.user.userId)) ?? {}
  if (!analytics) throw new Error('nobody is signed in')
  const batch = analytics.batch.bind(analytics)
  analytics.batch = (work) => {
    judged += 1
    return batch(work)
  }
})

let exams = 0
/** An exam with its list imported. */
let listed = ''
beforeAll(async () => {
  listed = await desk.addExam('名单')
  const { batchId } = await desk.send(listed, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId })
})

/** An exam with its list, and a batch of marks that is checked. */
async function checkedMarks(): Promise<{ examId: string; batchId: string }> {
  const examId = await desk.addExam(`信任 ${(exams += 1)}`)
  await copyRows(desk, listed, examId)
  const { batchId } = await desk.send(examId, 'score', SCORES)
  return { examId, batchId }
}

async function commit(batchId: string): Promise<{ text: unknown; ran: number }> {
  const before = judged
  const { text } = await desk.run('examimport/commit', { batchId, confirmWarnings: 1 }).catch((error: Error) => ({
    text: error.message,
  }))
  return { text, ran: judged - before }
}

async function keptFiles(): Promise<string[]> {
  return (await readdir(join(program().dataDir, 'tmp'))).filter((name) => name.endsWith('.csv'))
}

const WRITTEN = '新增 12 条，变更 0 条，未变 0 条'

test('what was checked a moment ago is written without a second judgement, and whole', async () => {
  const { examId, batchId } = await checkedMarks()
  expect(await commit(batchId)).toEqual({ text: WRITTEN, ran: 0 })
  const rows =
    await sql`select m.course_name, m.student_number, m.student_name, m.score_text, m.score::float8 as score, m.score_status,
      m.row_no, m.school_code = l.school_code and m.class_code = l.class_code and m.student_code = l.student_code as is_listed
    from exam_score_student_course_import m join exam_student_import l using (exam_id, student_number)
    where exam_id = ${examId} and student_number = '0103' order by m.score`.execute(desk.db)
  const row = { studentNumber: '0103', studentName: '王三', rowNo: 4, isListed: true }
  expect(rows.rows).toEqual([
    { ...row, courseName: '数学', scoreText: '0', score: 0, scoreStatus: 2 },
    { ...row, courseName: '语文', scoreText: '60', score: 60, scoreStatus: 0 },
    { ...row, courseName: '外语', scoreText: '缺考', score: null, scoreStatus: 1 },
  ])
  // The file goes after the job has told its end.
  await expect.poll(keptFiles).toEqual([])
})

test('rows that were written again and say the same are no change', async () => {
  const { examId, batchId } = await checkedMarks()
  const touched = {
    basic_school: "school_name = '第一中学'",
    school_classes: 'class_no = 1',
    dict_biz: "code = 'exam_grade'",
  }
  for (const [table, condition] of Object.entries(touched))
    await sql`update ${sql.table(table)} set sort = sort where ${sql.raw(condition)}`.execute(desk.db)
  await sql`update exam_student_import set check_status = 1
    where exam_id = ${examId} and student_number = '0101'`.execute(desk.db)
  await sql`update exam_import_row set note = note where batch_id = ${batchId} and row_no = 2`.execute(desk.db)
  expect(await commit(batchId)).toEqual({ text: WRITTEN, ran: 0 })
})

test('a course sorted after the other leaves the same file as all sorted together', async () => {
  const { batchId } = await checkedMarks()
  const ctx = await program().app.ctxOf(TENANT, desk.user.userId)
  if (!ctx) throw new Error('nobody is signed in')
  const sheets = (await loadFiles(ctx, batchId)).flatMap((file) => file.sheets ?? [])
  const [whole, parts] = await evaluateBatch(ctx, await loadBatch(ctx, batchId), sheets, async (db) => {
    const written: string[] = []
    for (const most of [1000, 1])
      await withTempFile(ctx, 'csv', async (path) => {
        await copyChanges(ctx, db, 'score', path, most)
        written.push(await readFile(path, 'utf8'))
      })
    return written
  })
  expect(whole?.split('\n')).toHaveLength(1 + 12 + 1)
  expect(parts).toBe(whole)
})

describe('is judged once more after a change of', () => {
  interface Change {
    change: (examId: string, batchId: string) => Promise<unknown>
    text: string
  }
  const run = (statement: ReturnType<typeof sql>) => statement.execute(desk.db)
  const changes: Record<string, Change> = {
    'the full mark of a course': {
      change: (examId) =>
        run(sql`update exam_course set exam_score = 100 where exam_id = ${examId} and course_name = '语文'`),
      text: CHANGED,
    },
    'the list': {
      change: (examId) =>
        run(sql`delete from exam_student_import where exam_id = ${examId} and student_number = '0201'`),
      text: CHANGED,
    },
    'the courses a student sits': {
      change: (examId) =>
        run(
          sql`update exam_student_import set take_courses = '["语文"]' where exam_id = ${examId} and student_number = '0101'`,
        ),
      text: '出现了尚未确认的警告，请重新校验',
    },
    'the class of a student': {
      change: (examId) =>
        run(
          sql`update exam_student_import set class_code = null where exam_id = ${examId} and student_number = '0101'`,
        ),
      text: WRITTEN,
    },
    'a cell': {
      change: (_examId, batchId) =>
        run(sql`update exam_import_row set cells = replace(cells, '120', '121') where batch_id = ${batchId}`),
      text: WRITTEN,
    },
    'a row that is left out': {
      change: (_examId, batchId) =>
        run(sql`update exam_import_row set choice = 'out' where batch_id = ${batchId} and row_no = 2`),
      text: '新增 9 条，变更 0 条，未变 0 条',
    },
    'what a column means': {
      change: (_examId, batchId) =>
        run(
          sql`update exam_import_file set sheets = jsonb_set(sheets, '{0,targets,3}', '""') where batch_id = ${batchId}`,
        ),
      text: '新增 8 条，变更 0 条，未变 0 条',
    },
    'what is stored': {
      change: async (examId, batchId) => {
        const other = await desk.send(examId, 'score', SCORES)
        await desk.run('examimport/commit', { batchId: other.batchId })
        await sql`update exam_score_student_course_import set score_text = '111', score = 111
          where exam_id = ${examId} and student_number = '0101' and course_name = '语文'`.execute(desk.db)
        expect(other.batchId).not.toBe(batchId)
      },
      text: '新增 0 条，变更 1 条，未变 11 条',
    },
    'the schools': {
      change: () => run(sql`update basic_school set school_name = school_name || ' ' where school_name = '第二中学'`),
      text: WRITTEN,
    },
  }
  test.each(Object.entries(changes))('%s', async (_title, { change, text }) => {
    const { examId, batchId } = await checkedMarks()
    await change(examId, batchId)
    const { text: told, ran } = await commit(batchId)
    expect(told).toContain(text)
    expect(ran).toBe(1)
    await sql`update basic_school set school_name = rtrim(school_name)`.execute(desk.db)
  })

  test('the temporary folder, which anybody may clear', async () => {
    const { batchId } = await checkedMarks()
    for (const name of await keptFiles()) await rm(join(program().dataDir, 'tmp', name), { force: true })
    expect(await commit(batchId)).toEqual({ text: WRITTEN, ran: 1 })
  })
})
