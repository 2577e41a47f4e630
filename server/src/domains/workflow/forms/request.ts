import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { type FormField, type FormValues, writtenAt } from '@xueheng/contract/domains/workflow/form.ts'
import { requestStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import type { requestStart, startForm } from '@xueheng/contract/domains/workflow/request.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { own } from '../../../platform/db/table.ts'
import { startable } from '../definitions/startable.ts'
import { type FlowModel, startFields } from '../engine/flow-model.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import type { Business } from '../run/business.ts'
import { type FlowDeps, startInstance } from '../run/flow.ts'
import { FORM_PAGES } from '../run/pages.ts'
import { moveRequest } from '../run/request.ts'
import { wfRequest } from '../tables.ts'
import { parseForm, variablesIn } from './form-values.ts'

/** Requests of processes whose fields stand in the process file. */
export const requestBusiness: Business = {
  ...FORM_PAGES,

  async fill(ctx, { instance, taskKey, formKey, isPassed }, input) {
    const { model, businessId } = instance
    const fields = fieldsAt(model, taskKey, formKey)
    const before = await valuesOf(ctx, businessId)
    const values = await parseForm(ctx, { model, fields, input, before, applicant: instance.startUser, isPassed })
    const kept = { ...before, ...values }
    await sql`update ${own(wfRequest)} set form_values = ${JSON.stringify(kept)}::jsonb
      where id = ${businessId}`.execute(ctx.db)
    return variablesIn(fields, kept)
  },

  moved: (ctx, businessId, position) => moveRequest(ctx, wfRequest, businessId, position),
}

/** What is filled in at a step; an applicant who is to change the request without a form of its own has that of the start. */
export function fieldsAt(model: FlowModel, taskKey: string, formKey: string): FormField[] {
  const fields = writtenAt(model.nodes[taskKey]?.fields)
  return fields.length === 0 && formKey === ADJUST_FORM ? writtenAt(startFields(model)) : fields
}

export async function valuesOf(ctx: FlowCtx, id: string): Promise<FormValues> {
  const found = await sql<{ formValues: FormValues }>`select form_values from ${own(wfRequest)}
    where id = ${id}`.execute(ctx.db)
  return found.rows[0]?.formValues ?? {}
}

export async function formToStart(ctx: Ctx, definitionId: string): Promise<Output<typeof startForm>> {
  const { model } = await startable(ctx, definitionId, FORM_PAGES.route)
  return { name: model.name, description: model.description, fields: writtenAt(startFields(model)) }
}

export async function startRequest(deps: FlowDeps, ctx: Ctx, input: Input<typeof requestStart>) {
  const { id: definitionId, category, model } = await startable(ctx, input.processDefinitionId, FORM_PAGES.route)
  const fields = writtenAt(startFields(model))
  const filled = { model, fields, input: input.values ?? {}, before: {}, applicant: ctx.user.id, isPassed: true }
  const values = await parseForm(ctx, filled)
  const id = nextId()
  await sql`insert into ${own(wfRequest)} (id, tenant_id, process_definition_id, create_user, status, form_values)
    values (${id}, ${ctx.user.tenantId}, ${definitionId}, ${ctx.user.id}, ${requestStates.states.approving.value},
      ${JSON.stringify(values)}::jsonb)`.execute(ctx.db)
  const variables = {
    ...variablesIn(fields, values),
    createUser: ctx.user.id,
    applyUser: ctx.user.id,
    applyUserName: ctx.user.name,
    businessId: id,
  }
  const start = { definitionId, category, business: requestBusiness, businessId: id, variables }
  const processInstanceId = await startInstance(deps, ctx, start)
  await sql`update ${own(wfRequest)} set process_instance_id = ${processInstanceId} where id = ${id}`.execute(ctx.db)
  return { id, processInstanceId }
}
