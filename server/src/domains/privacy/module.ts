import { requestCounts, requestStudents } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import { countRequests, offerStudents, requestHooks, requestRun } from './requests.ts'

/** What a bureau owes children and their guardians: requests about their data. */
export function privacyModule(): Module {
  return defineModule({
    name: 'privacy',
    handlers: [
      ...requestRun.handlers,
      implement(requestCounts, (ctx) => countRequests(ctx)),
      implement(requestStudents, (ctx, { name }) => offerStudents(ctx, name)),
    ],
    hooks: [requestHooks],
  })
}
