import { defineDomain } from '../../kit/domain.ts'
import { dataPurpose } from './data-purpose.ts'
import { makeEvidence } from './evidence.ts'
import { consentReview, consentStates, consentStudents, guardianConsent } from './guardian-consent.ts'
import { personalRequest, requestCounts, requestStates, requestStudents } from './personal-request.ts'
import { requestReview } from './request-review.ts'
import { previewRetention, retentionRows, retentionRule, runRetention } from './retention-rule.ts'

export const privacy = defineDomain({
  name: 'privacy',
  title: '个人信息保护',
  entities: [personalRequest, dataPurpose, guardianConsent, retentionRule],
  calls: [requestCounts, requestStudents, consentStudents, previewRetention, retentionRows, runRetention, makeEvidence],
  reviews: [requestReview, consentReview],
  states: [requestStates, consentStates],
})
