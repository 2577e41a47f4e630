import { defineDomain } from '../../kit/domain.ts'
import { personalRequest, requestCounts, requestStates, requestStudents } from './personal-request.ts'
import { requestReview } from './request-review.ts'

export const privacy = defineDomain({
  name: 'privacy',
  title: '个人信息保护',
  entities: [personalRequest],
  calls: [requestCounts, requestStudents],
  reviews: [requestReview],
  states: [requestStates],
})
