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
import { type SeenStudent, seenStudents, seesEveryone } from './seen-students.ts'

const LIST = every(examStudentImport, 'means of class and school are those of all their students')

type Line = Output<typeof queryStudentQuestionScore>[number]

export interface Means {
  questionNo: string
  paperCode: string
  score10: number | null
  answer: string | null
  /** Who answered: of the class, of the school, of everyone. */
  classNum: number
  schoolNum: number
  allNum: number
  /** Of those the students the reader sees, whose marks he knows. */
  knownInSchool: number
  knownNum: number
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
  const isAllSeen = await seesEveryone(ctx)
  const means = await readMeans(ctx, source, student, isAllSeen)
  const { key: _key, ...person } = student
  const questions = await readCourse(ctx, { examId, courseName })
  const lines = means.flatMap((one) => {
    const question = questions.find((q) => q.paperCode === one.paperCode && q.questionNo === one.questionNo)
    return question ? [{ ...person, ...lineOf(toldOf(one, isAllSeen, source), question) }] : []
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

async function readMeans(ctx: Ctx, source: QuestionSource, student: SeenStudent, isAllSeen: boolean): Promise<Means[]> {
  const mates = await matesOf(ctx, source, student, isAllSeen)
  const type = source.key === 'sid' ? 'INTEGER' : 'VARCHAR'
  return ctx.analytics.query<Means>(
    `with mate as (select unnest(from_json($mates, '[{"key":"${type}","is_class":"BOOLEAN","is_school":"BOOLEAN","is_known":"BOOLEAN"}]'),
        recursive := true)),
      mark as (select m.paper_code, m.question_no, m.score10, m.answer, m.${source.key} = $key::${type} as is_own, t.* exclude (key)
        from ${source.table} m left join mate t on t.key = m.${source.key})
    select question_no, paper_code, any_value(score10) filter (is_own) as score10, any_value(answer) filter (is_own) as answer,
      count(score10) filter (is_class)::int as class_num, count(score10) filter (is_school)::int as school_num,
      count(score10)::int as all_num, count(score10) filter (is_school and is_known)::int as known_in_school,
      count(score10) filter (is_known)::int as known_num,
      avg(score10) filter (is_class) as class_mean, avg(score10) filter (is_school) as school_mean, avg(score10) as all_mean
    from mark group by paper_code, question_no having bool_or(is_own) order by question_no`,
    { mates: JSON.stringify(mates), key: String(student.key) },
  )
}

/** Everybody of his school and everybody the reader sees, by the key of the file. */
async function matesOf(ctx: Ctx, source: QuestionSource, { schoolCode, classCode }: SeenStudent, isAllSeen: boolean) {
  const { examId, key } = source
  const list =
    key === 'sid'
      ? sql`(select s.*, s.sid as key from ${own(examScoreStudent)} s)`
      : sql`(select s.*, s.student_number as key from ${LIST} s where s.is_deleted = 0)`
  // Who sees everyone is told every mean.
  const seen = await seenStudents(ctx, source, isAllSeen ? sql`false` : sql`true`)
  const { rows } = await sql<{
    key: string | number
    isClass: boolean
    isSchool: boolean
    isKnown: boolean
  }>`select i.key,
      coalesce(i.class_code = ${classCode}::varchar, false) as is_class, i.school_code = ${schoolCode} as is_school,
      seen.key is not null as is_known
    from ${list} i left join (select s.key from ${seen} s) seen on seen.key = i.key
    where i.exam_id = ${examId} and (i.school_code = ${schoolCode} or seen.key is not null)`.execute(ctx.db)
  return rows.map((row) => ({
    key: row.key,
    is_class: row.isClass && row.isSchool,
    is_school: row.isSchool,
    is_known: row.isKnown,
  }))
}

/** Without means of few, and of those of whom the reader knows all but few: his own marks would tell the others. */
export function toldOf(
  means: Means,
  isAllSeen: boolean,
  { smallestGroup }: Pick<QuestionSource, 'smallestGroup'>,
): Means {
  const isOfFew = (others: number) => others > 0 && others < smallestGroup
  const isKept = (num: number, known: number) => isAllSeen || (num >= smallestGroup && !isOfFew(num - known))
  const isSchoolTold = means.schoolNum >= smallestGroup && isKept(means.schoolNum, means.knownInSchool)
  const known = means.knownNum + (isSchoolTold ? means.schoolNum - means.knownInSchool : 0)
  return {
    ...means,
    classMean: means.classNum < smallestGroup ? null : means.classMean,
    schoolMean: isSchoolTold ? means.schoolMean : null,
    allMean: isKept(means.allNum, known) ? means.allMean : null,
  }
}

type Question = Awaited<ReturnType<typeof readCourse>>[number]

function lineOf(means: Means, { questionType, questionScore, knowledgePoints, answer }: Question) {
  const full10 = questionScore * 10
  const rateOf = (mark: number | null) => (mark === null ? null : Math.round((mark / full10) * 10_000) / 10_000)
  return {
    questionNo: means.questionNo,
    questionType,
    full: questionScore,
    score: means.score10 === null ? null : means.score10 / 10,
    rate: rateOf(means.score10),
    classRate: rateOf(means.classMean),
    schoolRate: rateOf(means.schoolMean),
    allRate: rateOf(means.allMean),
    knowledge: knowledgePoints ?? [],
    answer: means.answer,
    key: answer,
  }
}
