import { defineDomain } from '../../kit/domain.ts'
import { analyseCalls } from './analyse.ts'
import { gatherReview } from './gather-review.ts'
import { gatherStates } from './gather-states.ts'
import {
  gatherStudent,
  listClassesStudent,
  prefillStudents,
  saveStudents,
  sendStudents,
  studentPhoto,
} from './gather-student.ts'
import {
  gatherTeacher,
  listClassesLeader,
  listClassesTeacher,
  prefillTeachers,
  saveTeachers,
  sendTeachers,
} from './gather-teacher.ts'
import { gatherTeacherReview } from './gather-teacher-review.ts'
import { archiveStudents, studentDifferences } from './archive-student.ts'
import { archiveTeachers, teacherDifferences } from './archive-teacher.ts'
import { highExamProgressCalls } from './high-exam-progress.ts'
import { highExamArtReview, highExamReview } from './high-exam-review.ts'
import { gatherHighExamScore, highExamCalls } from './high-exam-score.ts'
import { highExamArchiveStates, highExamStates } from './high-exam-states.ts'
import { gatherLinkCalls } from './gather-link.ts'
import { gatherWeixinMsg, weixinMsgCalls } from './gather-weixin-msg.ts'
import { portfolioTitleCalls } from './portfolio-title.ts'
import { pushStates } from './push-states.ts'
import { gatherTaskStates } from './gather-task-states.ts'
import { gatherTask, gatherTaskCalls } from './gather-task.ts'
import { studentNumCalls } from './student-num.ts'

export const gather = defineDomain({
  name: 'gather',
  title: '信息采集',
  entities: [gatherTask, gatherStudent, gatherTeacher, gatherHighExamScore, gatherWeixinMsg],
  calls: [
    ...gatherTaskCalls,
    prefillStudents,
    sendStudents,
    saveStudents,
    listClassesStudent,
    studentPhoto,
    ...studentNumCalls,
    ...analyseCalls,
    studentDifferences,
    archiveStudents,
    prefillTeachers,
    sendTeachers,
    saveTeachers,
    listClassesTeacher,
    listClassesLeader,
    teacherDifferences,
    archiveTeachers,
    ...portfolioTitleCalls,
    ...highExamCalls,
    ...highExamProgressCalls,
    ...gatherLinkCalls,
    ...weixinMsgCalls,
  ],
  reviews: [gatherReview, gatherTeacherReview, highExamReview, highExamArtReview],
  states: [gatherTaskStates, gatherStates, highExamStates, highExamArchiveStates, pushStates],
})
