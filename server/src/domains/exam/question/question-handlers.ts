import * as calls from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { findExam } from '../exam-row.ts'
import { READABLE } from '../exam-settings.ts'
import {
  archiveQuestionsJob,
  checkQuestionsJob,
  startQuestionArchive,
  startQuestionCheck,
  unarchiveQuestions,
} from './archive-questions.ts'
import { clearQuestions, removeMarks, removeStudents, saveQuestionScore } from './change-questions.ts'
import { papersOf } from './papers.ts'
import { listQuestionFiles } from './question-files.ts'
import { findMark, listMarks, listWide } from './read-questions.ts'
import { readStudentQuestions } from './student-questions.ts'

/** One line per course with questions: what is there of it, as far as the reader may see any. */
async function listCourses(ctx: Ctx, examId: string): Promise<Output<typeof calls.questionCourses>> {
  const exam = await findExam(ctx, examId)
  const isBureau = ctx.scope.level === 'all'
  if (!isBureau && !READABLE.includes(exam.examStatus ?? 0)) return []
  const papers = await papersOf(ctx, examId)
  const archived = await listQuestionFiles(ctx, examId, 'archived')
  const staged = isBureau ? await listQuestionFiles(ctx, examId, 'staged') : []
  return [...new Set(papers.map((paper) => paper.courseId))].map((courseId) => {
    const own = papers.filter((paper) => paper.courseId === courseId)
    const kept = archived.find((file) => file.courseId === courseId)
    const file = kept ?? staged.find((one) => one.courseId === courseId)
    return {
      courseName: own[0]?.courseName ?? '',
      questions: own.flatMap(({ paperCode, questions, fulls }) =>
        questions.map((questionNo) => ({ questionNo, paperCode, questionScore: fulls[questionNo] ?? 0 })),
      ),
      rowNum: file?.rowNum ?? 0,
      studentNum: file?.studentNum ?? 0,
      isArchived: kept ? 1 : 0,
    }
  })
}

export const questionHandlers = [
  implement(calls.questionScoreList, listMarks),
  implement(calls.questionScoreDetail, (ctx, { id }) => findMark(ctx, id)),
  implement(calls.getQuestionScoreList, listWide),
  implement(calls.questionCourses, (ctx, { examId }) => listCourses(ctx, examId)),
  implement(calls.submitQuestionScore, saveQuestionScore),
  implement(calls.removeQuestionScores, (ctx, { ids }) => removeMarks(ctx, ids.split(',').filter(Boolean))),
  implement(calls.removeByStudentNumber, removeStudents),
  implement(calls.deleteQuestionScores, clearQuestions),
  implement(calls.checkQuestionScores, (ctx, { examId }) => startQuestionCheck(ctx, examId)),
  implement(calls.archiveQuestionScores, (ctx, { examId }) => startQuestionArchive(ctx, examId)),
  implement(calls.unarchiveQuestionScores, (ctx, { examId, reason }) => unarchiveQuestions(ctx, examId, reason)),
  implement(calls.queryStudentQuestionScore, readStudentQuestions),
]

export const questionJobs = [checkQuestionsJob, archiveQuestionsJob]
