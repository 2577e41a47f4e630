import type { FormAnswer, FormField, FormValues } from '@xueheng/contract/domains/workflow/form.ts'
import { taskStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import type { requestDetail, requestFile } from '@xueheng/contract/domains/workflow/request.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visibleEver } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { AppError } from '../../../platform/error.ts'
import { contentTypeOfName } from '../../../platform/files/content-type.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { checkId } from '../../../platform/rows/read.ts'
import { type FlowModel, allFields } from '../engine/flow-model.ts'
import { isCandidate } from '../run/people.ts'
import { positionOf } from '../run/position.ts'
import { assertMaySee, isFlowManager } from '../run/see.ts'
import { wfDefinition, wfRequest, wfTask } from '../tables.ts'
import { namesOf } from './choices.ts'
import { filesIn } from './form-values.ts'
import { fieldsAt } from './request.ts'

interface Request {
  id: string
  createUser: string
  createUserName: string
  applyTime: string
  status: number
  processDefinitionId: string
  processInstanceId: string
  formValues: FormValues
  model: FlowModel
}

/** The request with what its reader may see of it; to whoever has the task, also the form to be filled in. */
export async function requestOf(ctx: Ctx, input: Input<typeof requestDetail>): Promise<Output<typeof requestDetail>> {
  const request = await readRequest(ctx, input.businessId)
  const { model, formValues, createUser: _applicant, ...facts } = request
  const flow = await positionOf(ctx, request.processInstanceId, input.taskId ?? '')
  const fields = flow.isMine ? fieldsAt(model, flow.taskKey, flow.formKey) : []
  const { isMine: _isMine, taskKey: _taskKey, ...position } = flow
  return {
    ...facts,
    name: model.name,
    answers: await answersOf(ctx, await fieldsSeen(ctx, request), formValues),
    fields,
    values: Object.fromEntries(fields.map(({ id }) => [id, formValues[id] ?? null])),
    flow: position,
  }
}

async function readRequest(ctx: Ctx, id: string): Promise<Request> {
  const found = await sql<Request>`select r.id::text, r.create_user::text as create_user,
      coalesce(c.name, c.account, '') as create_user_name, r.apply_time, r.status,
      r.process_definition_id::text as process_definition_id, r.process_instance_id::text as process_instance_id,
      r.form_values, d.compiled as model
    from ${own(wfRequest)} r join ${own(wfDefinition)} d on d.id = r.process_definition_id
      left join ${visibleEver(ctx, user)} c on c.id = r.create_user
    where r.id = ${checkId(id)}`.execute(ctx.db)
  const request = found.rows[0]
  if (!request) throw new AppError('row.notFound')
  await assertMaySee(ctx, request.processInstanceId)
  return request
}

/** Whoever has only steps that hide a field does not see it; applicants and flow managers see them all. */
async function fieldsSeen(ctx: Ctx, request: Request): Promise<FormField[]> {
  const { model } = request
  const fields = allFields(model)
  if (request.createUser === ctx.user.id || isFlowManager(ctx)) return fields
  const found = await sql<{ key: string }>`select distinct t.task_key as key from ${own(wfTask)} t
    where t.instance_id = ${request.processInstanceId} and (t.assignee = ${ctx.user.id}
      or t.status = ${taskStates.states.claim.value} and ${isCandidate(ctx)})`.execute(ctx.db)
  const forms = found.rows.map(({ key }) => model.nodes[key]?.fields ?? [])
  const isHidden = (id: string) => forms.every((form) => form.some((one) => one.id === id && one.access === 'hidden'))
  return fields.filter(({ id }) => !isHidden(id))
}

/** What was filled in so far, in words. */
async function answersOf(ctx: Ctx, fields: FormField[], values: FormValues): Promise<FormAnswer[]> {
  const answers: FormAnswer[] = []
  for (const field of fields) {
    const value = values[field.id]
    if (value === undefined || value === null || value === '') continue
    const { id, name, kind } = field
    const files = kind === 'upload' ? filesIn(value) : []
    if (kind === 'upload' && files.length === 0) continue
    answers.push({ id, name, kind, text: await textOf(ctx, field, value), files })
  }
  return answers
}

async function textOf(ctx: Ctx, { kind, options }: FormField, value: unknown): Promise<string> {
  switch (kind) {
    case 'upload':
      return ''
    case 'boolean':
      return value === 1 ? '是' : '否'
    case 'enum':
      return options.find((option) => option.value === value)?.label ?? String(value)
    case 'people':
    case 'department':
    case 'school':
      return (await namesOf(ctx, kind, [String(value)]))[0]?.label ?? ''
    default:
      return String(value)
  }
}

/** An attachment of a field the reader sees. */
export async function fileOf(ctx: Ctx, { businessId, fileId }: Input<typeof requestFile>): Promise<FileAnswer> {
  const request = await readRequest(ctx, businessId)
  const fields = (await fieldsSeen(ctx, request)).filter(({ kind }) => kind === 'upload')
  const isThere = fields.some(({ id }) => filesIn(request.formValues[id]).some((file) => file.id === fileId))
  if (!isThere) throw new AppError('row.notFound')
  const file = await ctx.files.read(ctx, fileId)
  return { name: file.name, contentType: contentTypeOfName(file.name), body: file.stream }
}
