import { defineDomain } from '../../kit/domain.ts'
import { collectRecord, collectStates } from './collect-record.ts'
import { collectReview } from './collect-review.ts'
import { integralAdjust, integralRecord, integralRecordPage, userParentInfo } from './parent.ts'
import { studentAssess } from './student-assess.ts'

export const mall = defineDomain({
  name: 'mall',
  title: '阅读与书城',
  entities: [userParentInfo, collectRecord, studentAssess],
  byHand: [integralRecord],
  calls: [integralRecordPage, integralAdjust],
  reviews: [collectReview],
  states: [collectStates],
})
