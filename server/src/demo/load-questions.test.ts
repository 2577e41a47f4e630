import { computeExam } from '../../test/fixtures/computed-exam.ts'
import { openDesk } from '../../test/fixtures/import-desk.ts'
import { savePaper } from '../../test/fixtures/paper-fixture.ts'
import { TENANT, useTestApp } from '../../test/harness.ts'
import { openAnalytics } from '../platform/analytics/duckdb.ts'
import { sqlFile } from '../platform/analytics/sql-file.ts'
import { expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadQuestionScores } from './load-questions.ts'

const app = useTestApp()

test('generated question scores add up to the mark, stay within their questions, and wrong answers are not the key', async () => {
  const tempFolder = await mkdtemp(join(tmpdir(), 'demo-questions-'))
  const analytics = await openAnalytics({ memoryLimit: '500MB', threads: 1, tempFolder })
  try {
    const [found] = await analytics.batch(async (db) => {
      await db.run(`create table question as select 1 as course_id, 'A' as paper_code, n as question_no,
        (case when n <= 8 then 50 else 110 end)::bigint as full10, (n <= 8)::bigint as is_objective,
        case when n <= 8 then 'AC' end as answer, 0.6 as preset_p, n as sort from generate_series(1, 18) t(n)`)
      await db.run(
        `create table mark as select sid, 1 as course_id, (sid * 5)::bigint as score10 from generate_series(0, 300) t(sid)`,
      )
      await db.run(sqlFile(import.meta.url, 'question-marks.sql'))
      return db.query(`select
        (select count(*)::int from (select sid, sum(score10) as s from question_mark group by sid) x join mark using (sid) where s <> score10) as off,
        (select count(*)::int from question_mark m join question q on q.question_no = m.question_no::bigint where m.score10 not between 0 and q.full10) as outside,
        (select count(*)::int from question_mark m join question q on q.question_no = m.question_no::bigint
          where m.answer is not null and (m.answer = q.answer) <> (m.score10 = q.full10)) as unfit,
        (select count(*)::int from question_part p join mark using (sid, course_id) where (p.objective + p.subjective) * 10 <> score10) as unequal,
        (select count(*)::int from question_part) as parts,
        (select max(objective)::float8 from question_part) as most_objective,
        (select any_value(typeof(question_no)) from question_mark) as number_type`)
    })
    expect(found).toEqual({
      off: 0,
      outside: 0,
      unfit: 0,
      unequal: 0,
      parts: 301,
      mostObjective: 40,
      numberType: 'VARCHAR',
    })
  } finally {
    analytics.close()
    await rm(tempFolder, { recursive: true, force: true })
  }
})

test('generated question scores are there still when their archive is taken back, and are archived again as they were', async () => {
  const desk = await openDesk(app())
  const examId = await desk.addExam('生成的小题分')
  const objective = { questionType: '1', questionScore: 5, isObjective: 1, answer: 'A', optionNum: 4 }
  const other = { questionType: '5', questionScore: 11, isObjective: 0 }
  const paper = [...Array(8).fill(objective), ...Array(10).fill(other)]
  await savePaper(
    desk,
    examId,
    '数学',
    paper.map((question, at) => ({ ...question, questionNo: String(at + 1) })),
  )
  await computeExam(desk, examId, '考号,语文,数学,外语\n0101,120,110,100\n0102,75,80,70\n0103,60,缺考,40\n')
  const ctx = await app().app.ctxOf(TENANT, desk.user.userId)
  if (!ctx) throw new Error('nobody')
  await loadQuestionScores(ctx, examId)
  const BASE = 'examScoreStudentCourseQuestion'
  const marks = async () => {
    const asked = { examId, courseName: '数学', size: 100 }
    const { data } = await desk.user.get(`/api/bigdata-service/${BASE}/list`, asked)
    return data.records.map((row: Record<string, unknown>) => [row['studentNumber'], row['questionNo'], row['score']])
  }
  const before = await marks()
  expect(before.map(([number]: string[]) => number).toSorted()).toEqual(
    ['0101', '0102'].flatMap((number) => Array(18).fill(number)),
  )
  await desk.post(`${BASE}/unarchiveByExamId`, { examId, reason: '重新核对' })
  expect(await marks()).toEqual(before)
  await desk.run(`${BASE}/archiveByExamId`, { examId })
  expect(await marks()).toEqual(before)
})
