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
  clearQuestionFiles,
  listQuestionFiles,
  pointTo,
  questionPath,
} from '../question/question-files.ts'
import { writeFile } from '../question/write-questions.ts'
import type { ArchivedMark } from './archived-mark.ts'
import { requireQuestionMark } from './question-mark.ts'

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
  const { text } = await requireQuestionMark(ctx, change, mark, questionNo)
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

/**
 * Writes changed marks of an exam that is held: the archived file of each course once, however many they are, and the
 * staged one beside it, so that archiving again keeps them. The letters that were read stay.
 */
export async function writeChanged(ctx: Ctx, examId: string, changes: ChangedQuestion[]): Promise<void> {
  await clearQuestionFiles(ctx, examId)
  for (const courseId of new Set(changes.map((one) => one.courseId))) {
    const records = changes
      .filter((one) => one.courseId === courseId)
      .map(({ sid, studentNumber, questionNo, score10 }) => ({
        sid,
        student_number: studentNumber,
        question_no: questionNo,
        score10,
      }))
    await ctx.analytics.batch(async (db) => {
      await loadRecords(db, 'given', COLUMNS, records)
      for (const [state, key] of KEYS) {
        const file = (await listQuestionFiles(ctx, examId, state)).find((one) => one.courseId === courseId)
        if (!file) continue
        const rows = `select s.* replace (if(g.question_no is null, s.score10, g.score10) as score10)
          from read_parquet(${sqlText(questionPath(ctx, examId, file))}) s
          left join given g on g.${key} = s.${key} and g.question_no = s.question_no
          order by s.question_no, s.${key}`
        await pointTo(ctx, examId, state, await writeFile(ctx, db, examId, courseId, rows))
      }
    })
  }
}

const KEYS: [FileState, string][] = [
  ['archived', 'sid'],
  ['staged', 'student_number'],
]
