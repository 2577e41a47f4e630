import * as calls from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import { implement } from '../../../platform/module.ts'
import {
  archiveQuestionsJob,
  checkQuestionsJob,
  startQuestionArchive,
  startQuestionCheck,
  unarchiveQuestions,
} from './archive-questions.ts'
import { clearQuestions, removeMarks, removeStudents, saveQuestionScore } from './change-questions.ts'
import { exportQuestions } from './export-questions.ts'
import { listCourses } from './question-courses.ts'
import { findMark, listMarks, listWide } from './read-questions.ts'
import { readStudentQuestions } from './student-questions.ts'

export const questionHandlers = [
  implement(calls.questionScoreList, listMarks),
  implement(calls.questionScoreDetail, (ctx, { id }) => findMark(ctx, id)),
  implement(calls.getQuestionScoreList, listWide),
  implement(calls.exportQuestionScores, exportQuestions),
  implement(calls.questionCourses, (ctx, { examId }) => listCourses(ctx, examId)),
  implement(calls.submitQuestionScore, saveQuestionScore),
  implement(calls.removeQuestionScores, (ctx, { ids }) => removeMarks(ctx, partsOf(ids))),
  implement(calls.removeByStudentNumber, removeStudents),
  implement(calls.deleteQuestionScores, clearQuestions),
  implement(calls.checkQuestionScores, (ctx, { examId }) => startQuestionCheck(ctx, examId)),
  implement(calls.archiveQuestionScores, (ctx, { examId }) => startQuestionArchive(ctx, examId)),
  implement(calls.unarchiveQuestionScores, (ctx, { examId, reason }) => unarchiveQuestions(ctx, examId, reason)),
  implement(calls.queryStudentQuestionScore, readStudentQuestions),
]

export const questionJobs = [checkQuestionsJob, archiveQuestionsJob]
