import * as call from '@xueheng/contract/domains/workflow/request.ts'
import { assertMay } from '../../../platform/access/rights.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import type { FlowDeps } from '../run/flow.ts'
import { choicesOf } from './choices.ts'
import { formToStart, startRequest } from './request.ts'
import { fileOf, requestOf } from './request-detail.ts'

/** What the drawing of a process names and no form does. */
const MODEL_KINDS = new Set<call.ChoiceKind>(['role', 'post'])

export function requestHandlers(deps: FlowDeps): Implementation[] {
  return [
    implement(call.startForm, (ctx, { processDefinitionId }) => formToStart(ctx, processDefinitionId)),
    implement(call.requestStart, (ctx, input) => startRequest(deps, ctx, input)),
    implement(call.requestDetail, requestOf),
    implement(call.requestFile, fileOf),
    implement(call.requestUpload, async (ctx, _input, { uploads }) => {
      assertMay(ctx, 'work_start_flow', 'work_todo_handle')
      return uploads.map(({ fileId, name }) => ({ id: fileId, name }))
    }),
    implement(call.choiceList, (ctx, { kind, keyword, keys }) => {
      assertMay(ctx, 'flow_model_view', ...(MODEL_KINDS.has(kind) ? [] : ['work_start_view', 'work_todo_view']))
      return choicesOf(ctx, kind, keyword ?? '', partsOf(keys))
    }),
  ]
}
