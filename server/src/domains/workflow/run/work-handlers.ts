import * as call from '@xueheng/contract/domains/workflow/task.ts'
import { deleteInstance } from '@xueheng/contract/domains/workflow/follow.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { claim, complete, stop } from './act.ts'
import type { FlowDeps } from './flow.ts'
import { claimable, doneByMe, sent, toDo } from './task-lists.ts'

export function workHandlers(deps: FlowDeps): Implementation[] {
  return [
    implement(call.claimList, claimable),
    implement(call.todoList, toDo),
    implement(call.sendList, sent),
    implement(call.doneList, doneByMe),
    implement(call.claimTask, (ctx, { taskId }) => claim(ctx, taskId)),
    implement(call.completeTask, (ctx, input) => complete(deps, ctx, input)),
    implement(deleteInstance, (ctx, input) => stop(deps, ctx, input.processInstanceId, input.deleteReason)),
  ]
}
