import { consentStates, consentStudents, guardianConsent } from '@xueheng/contract/domains/privacy/guardian-consent.ts'
import {
  personalRequest,
  requestCounts,
  requestStates,
  requestStudents,
} from '@xueheng/contract/domains/privacy/personal-request.ts'
import { previewRetention, retentionRows, runRetention } from '@xueheng/contract/domains/privacy/retention-rule.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import { staysInState } from '../../platform/rows/expire.ts'
import { consentHooks, consentRun, purposeHooks } from './purposes.ts'
import { type EvidenceDeps, evidenceWork } from './evidence/pack.ts'
import { listRetention, retentionJob, showRetention, startRetention } from './retention.ts'
import { countRequests, offerStudents, requestHooks, requestRun } from './requests.ts'

/** What a bureau owes children and their guardians: requests about their data, purposes and consents, and how long data are kept. */
export function privacyModule(deps: EvidenceDeps): Module {
  const evidence = evidenceWork(deps)
  return defineModule({
    name: 'privacy',
    handlers: [
      ...requestRun.handlers,
      ...consentRun.handlers,
      implement(requestCounts, (ctx) => countRequests(ctx)),
      implement(requestStudents, (ctx, { name }) => offerStudents(ctx, name)),
      implement(consentStudents, (ctx, { name }) => offerStudents(ctx, name)),
      implement(previewRetention, (ctx, { id }) => showRetention(ctx, id)),
      implement(retentionRows, (ctx, input) => listRetention(ctx, input)),
      implement(runRetention, (ctx, input) => startRetention(ctx, input)),
      evidence.handler,
    ],
    jobs: [retentionJob, evidence.job],
    access: [
      { entity: personalRequest, stays: staysInState(requestStates, 'requestStatus', 'expire') },
      { entity: guardianConsent, stays: staysInState(consentStates, 'consentStatus', 'expire') },
    ],
    hooks: [requestHooks, purposeHooks, consentHooks],
  })
}
