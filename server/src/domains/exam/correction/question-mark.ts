import { UNANSWERED, questionMarkText } from '@xueheng/contract/domains/exam/mark-text.ts'
import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { readMark } from '../import/score-text.ts'
import { listQuestionFiles, questionPath } from '../question/question-files.ts'
import { partWord } from '../question/question-word.ts'
import type { ArchivedMark, CoursePlace } from './archived-mark.ts'

const QUESTIONS = every(paperQuestion, 'an archived mark is held against its question; keys stay inside')

/** What decides which mark a question may have, and what it adds to a paper. */
export interface MarkedQuestion {
  paperCode: string
  questionNo: string
  parentNo: string | null
  questionScore: number
  chooseGroup: string | null
  chooseNum: number | null
}

/** The archived mark of one student for one question. */
export interface QuestionMark {
  question: MarkedQuestion
  /** As people write it. */
  text: string
}

/** Archived marks of some students in one course, in tenths. */
export interface EarnedMark {
  sid: number
  paperCode: string
  questionNo: string
  score10: number | null
}

/** The questions of the papers of a course. */
export async function questionsOf(
  { db }: Pick<Ctx, 'db'>,
  { examId, courseName }: CoursePlace,
): Promise<MarkedQuestion[]> {
  const { rows } = await sql<MarkedQuestion>`select q.paper_code, q.question_no, nullif(q.parent_no, '') as parent_no,
      q.question_score::float8 as question_score, nullif(q.choose_group, '') as choose_group, q.choose_num
    from ${QUESTIONS} q where q.exam_id = ${examId} and q.course_name = ${courseName} and q.is_deleted = 0`.execute(db)
  return rows
}

/** What these students have in the archive of a course; undefined where no question scores of it are archived. */
export async function earnedBy(
  ctx: Ctx,
  examId: string,
  courseId: number,
  sids: number[],
): Promise<EarnedMark[] | undefined> {
  const file = (await listQuestionFiles(ctx, examId, 'archived')).find((one) => one.courseId === courseId)
  if (!file) return undefined
  return ctx.analytics.query<EarnedMark>(
    `select sid, paper_code, question_no, score10 from read_parquet(${sqlText(await questionPath(ctx, examId, file))})
      where sid in (select unnest(from_json($sids, '["INTEGER"]')))`,
    { sids: JSON.stringify(sids) },
  )
}

/** The mark of a student for the question a text names, in any usual way of writing; throws where the archive has none. */
export type FindQuestionMark = (mark: ArchivedMark, questionNo: string) => QuestionMark

/** Reads what these students, of one course, have of its questions; throws where no question scores of it are archived. */
export async function readQuestionMarks(
  ctx: Ctx,
  { examId, courseName }: CoursePlace,
  marks: ArchivedMark[],
): Promise<FindQuestionMark> {
  const [first] = marks
  const sids = marks.map(({ sid }) => sid)
  const earned = first && (await earnedBy(ctx, examId, first.courseId, sids))
  if (!earned) throw fault('questionNo', `${courseName}没有已归档的小题分`)
  const questions = await questionsOf(ctx, { examId, courseName })
  return ({ sid, person }, questionNo) => {
    const own = earned.filter((one) => one.sid === sid)
    const word = partWord(questionNo)
    const mark =
      own.find((one) => one.questionNo === questionNo) ?? own.find((one) => partWord(one.questionNo) === word)
    const question = questions.find((one) => one.paperCode === mark?.paperCode && one.questionNo === mark.questionNo)
    if (!mark || !question)
      throw fault('questionNo', `考号 ${person.studentNumber} 的${courseName}没有题号「${questionNo}」的归档得分`)
    return { question, text: questionMarkText(mark.score10) }
  }
}

/** A typed mark of a question in tenths; a question of a choice may also be 未作答. */
export function readQuestionMark(
  text: string,
  { questionNo, questionScore, chooseGroup }: MarkedQuestion,
): number | null {
  if (text.trim() === UNANSWERED && chooseGroup) return null
  const { score } = readMark(text)
  if (score === null) throw fault('newScore', `请填写第${questionNo}题的得分`)
  if (score < 0 || score > questionScore)
    throw fault('newScore', `第${questionNo}题的得分应在 0 到 ${questionScore} 之间`)
  if (Math.abs(score * 10 - Math.round(score * 10)) > 1e-9) throw fault('newScore', '得分最多一位小数')
  return Math.round(score * 10)
}
