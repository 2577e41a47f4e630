import { dependentsOf } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { refuseWhileBusy } from '../exam-jobs.ts'
import { examState, findExam, raiseDataVersion } from '../exam-row.ts'
import { loadRecords } from '../import/load-records.ts'
import { expireTasks } from '../progress.ts'
import {
  type FileState,
  type QuestionFile,
  clearQuestionFiles,
  listQuestionFiles,
  pointTo,
  questionPath,
} from '../question/question-files.ts'
import { writeFile } from '../question/write-questions.ts'
import type { ArchivedMark } from './archived-mark.ts'
import { readQuestionMarks } from './question-mark.ts'

/** What one archived mark of a question is to become, and what it was when that was asked for. */
export interface QuestionChange {
  examId: string
  courseName: string
  questionNo: string
  /** As people write it. */
  before: string
}

/**
 * Holds the question scores of an archived exam for a change of one of them and raises the data version; what was computed
 * from question scores expires, and nothing else. Answers the new version. Refuses in other states than `correct` allows,
 * while a job of the exam is under way, and where the mark has changed meanwhile.
 */
export async function openQuestionChange(ctx: Ctx, change: QuestionChange, mark: ArchivedMark): Promise<number> {
  const { examId, questionNo, before } = change
  await findExam(ctx, examId)
  await lockKey(ctx.db, `exam-import:${examId}`)
  await requireState(ctx, examStates, examState(examId), 'correct')
  await refuseWhileBusy(ctx, examId)
  const { text } = (await readQuestionMarks(ctx, change, [mark]))(mark, questionNo)
  if (text !== before) {
    const { studentNumber } = mark.person
    throw conflict(
      `考号 ${studentNumber} 的${mark.courseName}第${questionNo}题申请时为「${before}」，现为「${text}」，请重新申请`,
    )
  }
  await expireTasks(ctx, examId, dependentsOf('ARC_QUESTION'))
  return raiseDataVersion(ctx, examId)
}

/** Another mark of one student for one question; `score10` in tenths. */
export interface ChangedQuestion {
  courseId: number
  sid: number
  studentNumber: string
  questionNo: string
  score10: number | null
}

const COLUMNS = { sid: 'INTEGER', student_number: 'VARCHAR', question_no: 'VARCHAR', score10: 'SMALLINT' }

/** How each file of a course names a student. */
const KEYS: [FileState, string][] = [
  ['archived', 'sid'],
  ['staged', 'student_number'],
]

/**
 * Writes changed marks of an exam that is held: the archived file of each course once, however many they are, and the
 * staged one beside it, so that archiving again keeps them. The letters that were read stay.
 */
export async function writeChanged(ctx: Ctx, examId: string, changes: ChangedQuestion[]): Promise<void> {
  await clearQuestionFiles(ctx, examId)
  const courses = new Set(changes.map(({ courseId }) => courseId))
  for (const [state, key] of KEYS)
    for (const file of await listQuestionFiles(ctx, examId, state))
      if (courses.has(file.courseId)) await pointTo(ctx, examId, state, await rewrite(ctx, examId, file, key, changes))
}

/** A new file beside the old one, with other marks where there are any. */
function rewrite(
  ctx: Ctx,
  examId: string,
  file: QuestionFile,
  key: string,
  changes: ChangedQuestion[],
): Promise<QuestionFile> {
  const records = changes
    .filter(({ courseId }) => courseId === file.courseId)
    .map(({ sid, studentNumber, questionNo, score10 }) => ({
      sid,
      student_number: studentNumber,
      question_no: questionNo,
      score10,
    }))
  return ctx.analytics.batch(async (db) => {
    const path = await questionPath(ctx, examId, file)
    await loadRecords(db, 'given', COLUMNS, records)
    const rows = `select s.* replace (if(g.question_no is null, s.score10, g.score10) as score10)
      from read_parquet(${sqlText(path)}) s
      left join given g on g.${key} = s.${key} and g.question_no = s.question_no
      order by s.question_no, s.${key}`
    return writeFile(ctx, db, examId, file.courseId, rows)
  })
}
