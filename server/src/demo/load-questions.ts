import { basename } from 'node:path'
import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sql } from 'kysely'
import { withTempFile } from '../domains/exam/import/temp-file.ts'
import { newQuestionPath, pointTo } from '../domains/exam/question/question-files.ts'
import { examCourse, examScoreStudent, examScoreStudentCourse } from '../domains/exam/tables.ts'
import { every } from '../platform/access/doors.ts'
import { sqlFile, sqlText } from '../platform/analytics/sql-file.ts'
import type { Ctx } from '../platform/ctx.ts'
import { copyOutCsv, withStagedCsv } from '../platform/db/copy.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { own } from '../platform/db/table.ts'
import { hashFile } from '../platform/files/hash-file.ts'

const QUESTIONS = every(paperQuestion, 'the generated marks are spread over the questions of the papers')
/** Courses whose papers everybody sits whole. */
const COURSES = ['数学', '外语']

/** Numbers of students may begin with a zero. */
const TYPES = { mark: ", types = {'student_number': 'VARCHAR'}", question: '' }
const FILES = {
  archived: { student: 'sid', from: 'question_mark' },
  staged: {
    student: 'student_number',
    from: '(from question_mark join (select distinct sid, student_number from mark) using (sid))',
  },
} as const

/**
 * Archived question scores of an exam whose marks are archived: each mark spread over the questions of its paper, and its objective
 * and subjective parts as these questions add up. What is archived is staged as well, as after an import.
 */
export async function loadQuestionScores(ctx: Ctx, examId: string): Promise<void> {
  await withTempFile(ctx, 'csv', (mark) =>
    withTempFile(ctx, 'csv', (question) =>
      withTempFile(ctx, 'csv', (parts) => spreadMarks(ctx, examId, { mark, question }, parts)),
    ),
  )
}

async function spreadMarks(
  ctx: Ctx,
  examId: string,
  paths: Record<'mark' | 'question', string>,
  parts: string,
): Promise<void> {
  await inTransaction(ctx.db, async (db) => {
    await copyOutCsv(db, marksOf(examId), paths.mark)
    await copyOutCsv(db, questionsOf(examId), paths.question)
  })
  await ctx.analytics.batch(async (db) => {
    for (const name of ['mark', 'question'] as const)
      await db.run(
        `create table ${name} as select * from read_csv(${sqlText(paths[name])}, header = true${TYPES[name]})`,
      )
    await db.run(sqlFile(import.meta.url, 'question-marks.sql'))
    await db.run(`copy (from question_part order by sid, course_id) to ${sqlText(parts)} (format csv, header true)`)
    const courses = await db.query<{ courseId: number; rowNum: number; studentNum: number }>(`
      select course_id, count(*)::int as row_num, count(distinct sid)::int as student_num from question_mark group by course_id`)
    for (const course of courses)
      for (const state of ['archived', 'staged'] as const) {
        const { student, from } = FILES[state]
        const path = await newQuestionPath(ctx, examId, course.courseId)
        await db.run(`copy (select ${student}, course_id, paper_code, question_no, score10, answer from ${from}
          where course_id = ${course.courseId} order by question_no, ${student}) to ${sqlText(path)} (format parquet, compression zstd)`)
        await pointTo(ctx, examId, state, { ...course, fileName: basename(path), sha256: await hashFile(path) })
      }
  })
  await keepParts(ctx, examId, parts)
}

/** A line per mark of the file: `sid`, `course_id`, and its parts in marks. */
function keepParts(ctx: Ctx, examId: string, path: string): Promise<unknown> {
  const columns = { sid: 'integer', course_id: 'smallint', objective: 'numeric(6,1)', subjective: 'numeric(6,1)' }
  return inTransaction(ctx.db, (db) =>
    withStagedCsv(db, columns, path, (staged) =>
      sql`update ${own(examScoreStudentCourse)} as c set objective_score = p.objective, subjective_score = p.subjective
        from ${staged} p where c.exam_id = ${examId} and c.sid = p.sid and c.course_id = p.course_id`.execute(db),
    ),
  )
}

function marksOf(examId: string) {
  return sql`select c.sid, s.student_number, c.course_id, (c.score * 10)::int as score10
    from ${own(examScoreStudentCourse)} c join ${own(examScoreStudent)} s on s.exam_id = c.exam_id and s.sid = c.sid
      join ${own(examCourse)} k on k.exam_id = c.exam_id and k.course_id = c.course_id
    where c.exam_id = ${examId} and c.score is not null and k.course_name in (${sql.join(COURSES)})`
}

function questionsOf(examId: string) {
  return sql`select k.course_id, q.paper_code, q.question_no, (q.question_score * 10)::int as full10, q.is_objective, q.answer,
      coalesce(q.preset_p, 0.6) as preset_p, q.sort
    from ${QUESTIONS} q join ${own(examCourse)} k on k.exam_id = q.exam_id and k.course_name = q.course_name
    where q.exam_id = ${examId} and q.is_deleted = 0 and k.course_name in (${sql.join(COURSES)})`
}
