import { consentStudents } from '@xueheng/contract/domains/privacy/guardian-consent.ts'
import { requestCounts, requestStudents } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import { consentHooks, consentRun, purposeHooks } from './purposes.ts'
import { countRequests, offerStudents, requestHooks, requestRun } from './requests.ts'

/** What a bureau owes children and their guardians: requests about their data, purposes and consents. */
export function privacyModule(): Module {
  return defineModule({
    name: 'privacy',
    handlers: [
      ...requestRun.handlers,
      ...consentRun.handlers,
      implement(requestCounts, (ctx) => countRequests(ctx)),
      implement(requestStudents, (ctx, { name }) => offerStudents(ctx, name)),
      implement(consentStudents, (ctx, { name }) => offerStudents(ctx, name)),
    ],
    hooks: [requestHooks, purposeHooks, consentHooks],
  })
}
