import { leaveDetail, leaveStart } from '@xueheng/contract/domains/workflow/leave.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import type { FlowDeps } from '../run/flow.ts'
import { leaveOf, startLeave } from './leave.ts'

export function leaveHandlers(deps: FlowDeps): Implementation[] {
  return [implement(leaveStart, (ctx, input) => startLeave(deps, ctx, input)), implement(leaveDetail, leaveOf)]
}
