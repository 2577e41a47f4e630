import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { copyRows } from '../../../../test/fixtures/copied-rows.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { PAPER_MARKS, PAPER_SCORES, savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { TENANT, useTestApp } from '../../../../test/harness.ts'

/** The same sum of other marks. */
const OTHERS = PAPER_MARKS.with(1, ['0101', '张一', 'A', 'AB', '12', '8', '', '0'])
const WRITTEN = '新增 18 条，变更 0 条，未变 0 条'

const program = useTestApp()
let desk: Desk
/** How often marks were made of cells. */
let judged = 0
beforeAll(async () => {
  desk = await openDesk(program())
  const { analytics } = (await program().app.ctxOf(TENANT, desk.user.userId)) ?? {}
  if (!analytics) throw new Error('nobody is signed in')
  const batch = analytics.batch.bind(analytics)
  analytics.batch = (work) =>
    batch((db) => {
      const run = db.run.bind(db)
      return work(
        Object.assign(db, {
          run: (text: string, params?: Record<string, unknown>) => {
            if (text.includes('create table mark as')) judged += 1
            return run(text, params)
          },
        }),
      )
    })
})

let exams = 0

/** An exam with its list and marks, and a batch of question scores that is checked. */
async function checkedQuestions(): Promise<{ examId: string; batchId: string }> {
  const examId = await examWith(PAPER_SCORES, ['语文'])
  return { examId, batchId: await send(examId, PAPER_MARKS) }
}

const imported = new Map<string, Promise<string>>()

async function examWith(scores: string, papers: string[]): Promise<string> {
  const importing = imported.get(scores) ?? importExam(scores)
  imported.set(scores, importing)
  const examId = await desk.addExam(`小题信任 ${(exams += 1)}`)
  for (const courseName of papers) await savePaper(desk, examId, courseName)
  await copyRows(desk, await importing, examId)
  return examId
}

async function importExam(scores: string): Promise<string> {
  const examId = await desk.addExam(`小题导入 ${(exams += 1)}`)
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', scores],
  ] as const) {
    const { batchId } = await desk.send(examId, kind, file)
    await desk.run('examimport/commit', { batchId })
  }
  return examId
}

async function send(examId: string, rows: string[][]): Promise<string> {
  const { batchId, faultCounts } = await desk.send(examId, 'question', await makeBook('xlsx', [{ name: '语文', rows }]))
  expect(faultCounts).toEqual([])
  return batchId
}

async function commit(batchId: string): Promise<{ text: unknown; ran: number }> {
  const before = judged
  const { text } = await desk.run('examimport/commit', { batchId, confirmWarnings: 1 }).catch((error: Error) => ({
    text: error.message,
  }))
  return { text, ran: judged - before }
}

async function marksOf(examId: string, courseName = '语文'): Promise<unknown[][]> {
  const { data } = await desk.user.get('/api/bigdata-service/examScoreStudentCourseQuestion/list', {
    examId,
    courseName,
    ascs: 'studentNumber,questionNo',
    size: 100,
  })
  return (data.records as Record<string, unknown>[]).map((row) => [
    row['studentNumber'],
    row['questionNo'],
    row['score'],
    row['answer'],
  ])
}

async function keptFiles(): Promise<string[]> {
  return (await readdir(join(program().dataDir, 'tmp'))).filter((name) => name.endsWith('.parquet'))
}

test('question scores that were checked a moment ago are written without a second judgement, as they would be with one', async () => {
  const [trusted, other] = [await checkedQuestions(), await checkedQuestions()]
  expect(await commit(trusted.batchId)).toEqual({ text: WRITTEN, ran: 0 })
  for (const name of await keptFiles()) await rm(join(program().dataDir, 'tmp', name))
  expect(await commit(other.batchId)).toEqual({ text: WRITTEN, ran: 1 })
  const marks = await marksOf(trusted.examId)
  expect(marks).toHaveLength(18)
  expect(marks).toEqual(await marksOf(other.examId))
  expect(marks.filter(([student]) => student === '0101')).toEqual([
    ['0101', '1', 50, 'A'],
    ['0101', '2', 50, 'AB'],
    ['0101', '3(1)', 15, null],
    ['0101', '3(2)', 5, null],
    ['0101', '4', null, null],
    ['0101', '5', 0, null],
  ])
  // The file goes after the job has told its end.
  await expect.poll(keptFiles).toEqual([])
})

test('kept question scores of two courses, and of one that has some already, are staged as a judgement would stage them', async () => {
  const both = '考号,语文,数学\n0101,120,120\n0102,75,75\n0103,缺考,缺考\n0201,100,100\n'
  const examIds: string[] = []
  for (const isTrusted of [true, false]) {
    const examId = await examWith(both, ['语文', '数学'])
    const sheets = ['语文', '数学'].map((name) => ({ name, rows: PAPER_MARKS }))
    for (const [book, text] of [
      [sheets, '新增 36 条，变更 0 条，未变 0 条'],
      [[{ name: '语文', rows: OTHERS }], '新增 0 条，变更 2 条，未变 16 条'],
    ] as const) {
      const { batchId } = await desk.send(examId, 'question', await makeBook('xlsx', [...book]))
      if (!isTrusted) for (const name of await keptFiles()) await rm(join(program().dataDir, 'tmp', name))
      expect(await commit(batchId)).toEqual({ text, ran: isTrusted ? 0 : 1 })
    }
    examIds.push(examId)
  }
  const [trusted = '', other = ''] = examIds
  for (const courseName of ['语文', '数学']) {
    const marks = await marksOf(trusted, courseName)
    expect(marks).toHaveLength(18)
    expect(marks).toEqual(await marksOf(other, courseName))
  }
  expect((await marksOf(trusted)).filter(([student, no]) => student === '0101' && no === '3(1)')).toEqual([
    ['0101', '3(1)', 12, null],
  ])
})

describe('question scores are judged once more after a change of', () => {
  const changes: Record<string, { change: (examId: string, batchId: string) => Promise<unknown>; text: string }> = {
    'the key of a question': {
      change: (examId) =>
        sql`update exam_course_paper_question set answer = 'B' where exam_id = ${examId} and question_no = '1'`.execute(
          desk.db,
        ),
      text: '出现了',
    },
    'the mark of the course': {
      change: (examId) =>
        sql`update exam_score_student_course_import set score = 121, score_text = '121'
          where exam_id = ${examId} and course_name = '语文' and student_number = '0101'`.execute(desk.db),
      text: '出现了',
    },
    'a row that is left out': {
      change: (_examId, batchId) =>
        sql`update exam_import_row set choice = 'out' where batch_id = ${batchId} and row_no = 2`.execute(desk.db),
      text: '新增 12 条，变更 0 条，未变 0 条',
    },
    'the question scores that are staged': {
      change: async (examId) => commit(await send(examId, OTHERS)),
      text: '新增 0 条，变更 2 条，未变 16 条',
    },
  }
  test.each(Object.entries(changes))('%s', async (_title, { change, text }) => {
    const { examId, batchId } = await checkedQuestions()
    await change(examId, batchId)
    const { text: told, ran } = await commit(batchId)
    expect(told).toContain(text)
    expect(ran).toBe(1)
  })
})
