import { defineReview } from '../../kit/review.ts'
import { gatherStates } from './gather-states.ts'
import { gatherStudent } from './gather-student.ts'
import { GATHER_REVIEW, gatherSteps } from './gathered.ts'

const page = '/gather/gatherStudent'

export const gatherReview = defineReview('gatherStudent', {
  ...GATHER_REVIEW,
  noun: '采集信息',
  entity: gatherStudent,
  states: gatherStates,
  ownerLink: page,
  steps: gatherSteps({ title: '采集', right: 'gatherstudent', page, collate: 'collateStudents' }),
  opinion: ['msg'], // inferred: name, and every path but collateStudents
})
