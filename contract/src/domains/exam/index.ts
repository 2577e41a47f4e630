import { defineDomain } from '../../kit/domain.ts'
import { printArrangement } from './arrange/arrange-paper.ts'
import { generateAllAdmissionCard } from './arrange/gather-cards.ts'
import { arrangeRoomCalls, examArrangeTaskRoom } from './arrange/arrange-room.ts'
import { arrangeStates } from './arrange/arrange-states.ts'
import { arrangeStudentCalls, examArrangeTaskStudent } from './arrange/arrange-student.ts'
import { arrangeTaskCalls, examArrangeTask } from './arrange/arrange-task.ts'
import {
  execProgressAllItem,
  execAreaSelfFrontNProc,
  execProgressItem,
  execSchoolSelfFrontNProc,
  examDataProgress,
  examDataProgressTask,
  getProgressTask,
  listProgressTask,
} from './data-progress.ts'
import { saveDisclosure } from './disclosure.ts'
import * as info from './exam-info.ts'
import { highExamArchiveCalls } from './high-exam-archive.ts'
import { examScoreHighExam, highExamCalls } from './high-exam.ts'
import { findPackageByExamId } from './exam-package.ts'
import {
  examScoreImport,
  scoreImportArchive,
  scoreImportCheck,
  scoreImportClear,
  scoreImportListStudent,
  scoreImportUnarchive,
} from './exam-score-import.ts'
import { basicQuotaProcessingItem } from './quota-item.ts'
import { sampleCalls } from './sample.ts'
import { archivedScores, submitCorrections } from './score-correction-calls.ts'
import { collectedCalls } from './collected/collected-calls.ts'
import { correctionReview } from './score-correction-review.ts'
import { correctionStates, examScoreCorrection } from './score-correction.ts'
import { batchStates, examStates } from './exam-states.ts'
import { examSummary, examSummaryArea, waitingExams } from './school-data.ts'
import {
  examStudentImport,
  studentImportArchive,
  studentImportCheck,
  studentImportClear,
  studentImportListStudent,
  studentImportUnarchive,
} from './exam-student-import.ts'
import { importAnswerCalls } from './import-answers.ts'
import { importCalls } from './import.ts'
import { importMendCalls } from './import-mend.ts'
import { levelCalls } from './level/level-calls.ts'
import { lineCalls } from './line/line-calls.ts'
import { examLineTarget } from './line/line-target.ts'
import { examScoreLine } from './line/score-line.ts'
import { overview } from './overview.ts'
import { paperCalls } from './paper/paper-calls.ts'
import { questionCalls } from './question/question-calls.ts'
import { paperQuestion } from './paper/paper-question.ts'
import { examTask, taskCalls } from './task/exam-task.ts'
import { examTaskMarkPlan, markPlanCalls } from './task/mark-plan.ts'
import { markStates } from './task/mark-states.ts'
import { markTeacherCalls } from './task/mark-teacher.ts'
import { taskProgressCalls } from './task/task-progress.ts'
import { taskStates } from './task/task-states.ts'
import { examTaskStudent, taskStudentCalls } from './task/task-student.ts'
import { examTaskTeacher, taskTeacherCalls } from './task/task-teacher.ts'
import {
  classTeacherList,
  examTeacherImport,
  teacherImportArchive,
  teacherImportCheck,
  teacherImportClear,
} from './exam-teacher-import.ts'

export const exam = defineDomain({
  name: 'exam',
  title: '考试数据',
  entities: [
    info.examInfo,
    examStudentImport,
    examScoreImport,
    examTeacherImport,
    examDataProgress,
    examDataProgressTask,
    examScoreCorrection,
    examScoreHighExam,
    basicQuotaProcessingItem,
    examScoreLine,
    examLineTarget,
    paperQuestion,
    examTask,
    examTaskStudent,
    examTaskTeacher,
    examTaskMarkPlan,
    examArrangeTask,
    examArrangeTaskStudent,
    examArrangeTaskRoom,
  ],
  reviews: [correctionReview],
  calls: [
    overview,
    ...sampleCalls,
    info.findExamYear,
    info.findSchoolYear,
    info.getExamCourseList,
    info.submitCourse,
    info.getExamScore,
    saveDisclosure,
    info.saveRule,
    info.findSchoolByExamId,
    info.saveSchoolParam,
    info.saveProcessItem,
    info.getListDataProgress,
    info.execDataProgress,
    info.execPackageExam,
    findPackageByExamId,
    info.publishExam,
    info.withdrawExam,
    info.sealExam,
    info.findCompleteness,
    waitingExams,
    examSummary,
    examSummaryArea,
    studentImportListStudent,
    studentImportClear,
    studentImportArchive,
    studentImportUnarchive,
    studentImportCheck,
    scoreImportListStudent,
    scoreImportClear,
    scoreImportArchive,
    scoreImportUnarchive,
    scoreImportCheck,
    classTeacherList,
    teacherImportClear,
    teacherImportArchive,
    teacherImportCheck,
    ...importCalls,
    ...collectedCalls,
    ...importMendCalls,
    ...importAnswerCalls,
    listProgressTask,
    getProgressTask,
    execProgressItem,
    execProgressAllItem,
    execAreaSelfFrontNProc,
    execSchoolSelfFrontNProc,
    submitCorrections,
    archivedScores,
    ...highExamCalls,
    ...highExamArchiveCalls,
    ...lineCalls,
    ...levelCalls,
    ...paperCalls,
    ...questionCalls,
    ...taskCalls,
    ...taskStudentCalls,
    ...taskTeacherCalls,
    ...taskProgressCalls,
    ...markPlanCalls,
    ...markTeacherCalls,
    ...arrangeTaskCalls,
    printArrangement,
    generateAllAdmissionCard,
    ...arrangeRoomCalls,
    ...arrangeStudentCalls,
  ],
  states: [examStates, batchStates, correctionStates, taskStates, markStates, arrangeStates],
})
