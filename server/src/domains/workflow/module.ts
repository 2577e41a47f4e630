import type { Logger } from '../../platform/ctx.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { managerHandlers } from './definitions/manager-handlers.ts'
import { modelHandlers } from './definitions/model-handlers.ts'
import type { DeployDeps } from './definitions/owners.ts'
import type { SendMessage } from './flow-ctx.ts'
import { requestBusiness } from './forms/request.ts'
import { requestHandlers } from './forms/request-handlers.ts'
import { leaveBusiness } from './processes/leave.ts'
import { leaveHandlers } from './processes/leave-handlers.ts'
import { processHandlers } from './run/process-handlers.ts'
import { timerTask } from './run/timer-task.ts'
import { workHandlers } from './run/work-handlers.ts'

/** The rows processes are about. */
const businesses = [leaveBusiness, requestBusiness]

export interface WorkflowDeps extends DeployDeps {
  sendMessage: SendMessage
}

/** Processes: drawn, deployed, started, worked through, looked at. */
export function workflowModule(deps: WorkflowDeps): Module {
  const flow = { ...deps, businesses }
  return defineModule({
    name: 'workflow',
    handlers: [
      ...managerHandlers(deps),
      ...modelHandlers(deps),
      ...workHandlers(flow),
      ...processHandlers(),
      ...leaveHandlers(flow),
      ...requestHandlers(flow),
    ],
  })
}

export function workflowTasks(deps: WorkflowDeps, log: Logger): ScheduledTask[] {
  return [timerTask({ ...deps, businesses }, log)]
}
