import { defineReview } from '../../kit/review.ts'
import { gatherStates } from './gather-states.ts'
import { gatherTeacher } from './gather-teacher.ts'
import { GATHER_REVIEW, gatherSteps } from './gathered.ts'

const page = '/gather/gatherTeacher'

export const gatherTeacherReview = defineReview('gatherTeacher', {
  ...GATHER_REVIEW,
  noun: '教师采集信息',
  entity: gatherTeacher,
  states: gatherStates,
  ownerLink: page,
  steps: gatherSteps({ title: '教师', right: 'gatherteacher', page, collate: 'collateTeachers' }),
  opinion: ['msg'], // inferred: name, and every path but collateTeachers
})
