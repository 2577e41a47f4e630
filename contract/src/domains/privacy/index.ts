import { defineDomain } from '../../kit/domain.ts'
import { dataPurpose } from './data-purpose.ts'
import { consentReview, consentStates, consentStudents, guardianConsent } from './guardian-consent.ts'
import { personalRequest, requestCounts, requestStates, requestStudents } from './personal-request.ts'
import { requestReview } from './request-review.ts'

export const privacy = defineDomain({
  name: 'privacy',
  title: '个人信息保护',
  entities: [personalRequest, dataPurpose, guardianConsent],
  calls: [requestCounts, requestStudents, consentStudents],
  reviews: [requestReview, consentReview],
  states: [requestStates, consentStates],
})
