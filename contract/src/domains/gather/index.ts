import { defineDomain } from '../../kit/domain.ts'
import { gatherReview } from './gather-review.ts'
import { gatherStates } from './gather-states.ts'
import { gatherStudent, listClassesStudent, prefillStudents, sendStudents } from './gather-student.ts'
import { gatherTaskStates } from './gather-task-states.ts'
import { gatherTask, gatherTaskCalls } from './gather-task.ts'
import { studentNumCalls } from './student-num.ts'

export const gather = defineDomain({
  name: 'gather',
  title: '信息采集',
  entities: [gatherTask, gatherStudent],
  calls: [...gatherTaskCalls, prefillStudents, sendStudents, listClassesStudent, ...studentNumCalls],
  reviews: [gatherReview],
  states: [gatherTaskStates, gatherStates],
})
