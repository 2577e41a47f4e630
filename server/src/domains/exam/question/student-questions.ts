import { queryStudentQuestionScore } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { maskRows } from '../../../platform/access/mask.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { readCourse } from '../paper/questions.ts'
import { examScoreStudent } from '../tables.ts'
import { type QuestionSource, openQuestions } from './question-source.ts'
import { type SeenStudent, seenStudents } from './seen-students.ts'

const LIST = every(examStudentImport, 'means of class and school are those of all their students')

/** Means of fewer students would tell of single ones. */
const SMALLEST = 5

type Line = Output<typeof queryStudentQuestionScore>[number]

interface Means {
  questionNo: string
  paperCode: string
  score10: number | null
  answer: string | null
  classNum: number
  schoolNum: number
  classMean: number | null
  schoolMean: number | null
  allMean: number | null
}

/** What a student in sight earned of every question beside the means around him; where he lost most against his class first. */
export async function readStudentQuestions(
  ctx: Ctx,
  { examId, courseName, studentNumber }: Input<typeof queryStudentQuestionScore>,
): Promise<Line[]> {
  const source = await openQuestions(ctx, examId, courseName)
  const student = source && (await findStudent(ctx, source, studentNumber))
  if (!source || !student) return []
  const means = await readMeans(ctx, source, student)
  const { key: _key, ...person } = student
  const questions = await readCourse(ctx, { examId, courseName })
  const lines = means.flatMap((one) => {
    const question = questions.find((q) => q.paperCode === one.paperCode && q.questionNo === one.questionNo)
    return question ? [{ ...person, ...lineOf(one, question) }] : []
  })
  const lost = ({ classRate, allRate, rate }: Line) => (classRate ?? allRate ?? 0) - (rate ?? 0)
  return maskRows(
    queryStudentQuestionScore.output ?? {},
    lines.toSorted((a, b) => lost(b) - lost(a)),
  )
}

async function findStudent(ctx: Ctx, source: QuestionSource, number: string): Promise<SeenStudent | undefined> {
  const seen = await seenStudents(ctx, source, sql`i.student_number = ${number}`)
  const { rows } = await sql<SeenStudent>`select i.* from ${seen} i where i.key is not null`.execute(ctx.db)
  return rows[0]
}

async function readMeans(ctx: Ctx, source: QuestionSource, student: SeenStudent): Promise<Means[]> {
  const mates = await schoolMates(ctx, source, student)
  const type = source.key === 'sid' ? 'INTEGER' : 'VARCHAR'
  return ctx.analytics.query<Means>(
    `with mate as (select unnest(from_json($mates, '[{"key":"${type}","is_class":"BOOLEAN"}]'), recursive := true)),
      known as (select m.paper_code, m.question_no, m.score10, m.answer, m.${source.key} = $key::${type} as is_own, t.is_class
        from ${source.table} m left join mate t on t.key = m.${source.key})
    select question_no, paper_code, any_value(score10) filter (is_own) as score10, any_value(answer) filter (is_own) as answer,
      count(score10) filter (is_class)::int as class_num, count(score10) filter (is_class is not null)::int as school_num,
      avg(score10) filter (is_class) as class_mean, avg(score10) filter (is_class is not null) as school_mean, avg(score10) as all_mean
    from known group by paper_code, question_no having bool_or(is_own) order by question_no`,
    { mates: JSON.stringify(mates), key: String(student.key) },
  )
}

/** Everybody of his school by the key of the file, and whether he is of his class. */
async function schoolMates(ctx: Ctx, { examId, key }: QuestionSource, { schoolCode, classCode }: SeenStudent) {
  const list =
    key === 'sid'
      ? sql`(select s.*, s.sid as key from ${own(examScoreStudent)} s)`
      : sql`(select s.*, s.student_number as key from ${LIST} s where s.is_deleted = 0)`
  const { rows } = await sql<{ key: string | number; isClass: boolean }>`select i.key,
      coalesce(i.class_code = ${classCode}::varchar, false) as is_class
    from ${list} i where i.exam_id = ${examId} and i.school_code = ${schoolCode}`.execute(ctx.db)
  return rows.map((row) => ({ key: row.key, is_class: row.isClass }))
}

type Question = Awaited<ReturnType<typeof readCourse>>[number]

function lineOf(means: Means, { questionType, questionScore, knowledgePoints, answer }: Question) {
  const full10 = questionScore * 10
  const rateOf = (mean: number | null, num: number) =>
    mean === null || num < SMALLEST ? null : Math.round((mean / full10) * 10_000) / 10_000
  return {
    questionNo: means.questionNo,
    questionType,
    full: questionScore,
    score: means.score10 === null ? null : means.score10 / 10,
    rate: means.score10 === null ? null : rateOf(means.score10, SMALLEST),
    classRate: rateOf(means.classMean, means.classNum),
    schoolRate: rateOf(means.schoolMean, means.schoolNum),
    allRate: rateOf(means.allMean, SMALLEST),
    knowledge: knowledgePoints ?? [],
    answer: means.answer,
    key: answer,
  }
}
