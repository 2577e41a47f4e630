import {
  type FormField,
  type FormFile,
  type FormValues,
  MOST_FILES,
  fieldsOf,
} from '@xueheng/contract/domains/workflow/form.ts'
import { type Problem, parseFields } from '@xueheng/contract/derive/schema.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault, faults } from '../../../platform/error.ts'
import { ownFiles } from '../../../platform/files/stored-file.ts'
import type { FlowModel } from '../engine/flow-model.ts'
import { namesAsked } from '../engine/people.ts'
import { pickable } from './choices.ts'

/** What was filled in at one step, and what stood there before. */
export interface Filled {
  model: FlowModel
  fields: FormField[]
  input: Record<string, unknown>
  before: FormValues
  /** Who asks by this form, at whatever step it is filled in. */
  applicant: string
  /** Whoever refuses or gives up fills in what he wants: no value is asked for, none stands for one not sent. */
  isPassed: boolean
}

/** The values as they are kept. Throws a refusal that names every field with its problem. */
export async function parseForm(ctx: Ctx, filled: Filled): Promise<FormValues> {
  const { isPassed } = filled
  const fields = isPassed ? filled.fields : filled.fields.map((field) => ({ ...field, isRequired: false }))
  const parsed = parseFields(fieldsOf(fields), filled.input, { partial: !isPassed })
  if (!parsed.ok) throw faults(parsed.problems)
  const values: FormValues = parsed.value
  const problems: Problem[] = []
  for (const field of filled.fields) {
    const value = values[field.id]
    if (value === null || value === undefined || value === '') continue
    if (field.kind === 'upload') values[field.id] = await takeFiles(ctx, field, value, filled.before)
    else {
      const message = await pickProblem(ctx, filled, field, String(value))
      if (message) problems.push({ field: field.id, message })
    }
  }
  if (problems.length > 0) throw faults(problems)
  return values
}

async function pickProblem(
  ctx: Ctx,
  { model, applicant }: Filled,
  field: FormField,
  value: string,
): Promise<string | undefined> {
  const wrong = `「${field.name}」不是有效的选项`
  switch (field.kind) {
    case 'enum':
      return field.options.some((option) => option.value === value) ? undefined : wrong
    case 'people':
      if (value === applicant && isAsked(model, field.id)) {
        return `${field.name}不能是${applicant === ctx.user.id ? '本人' : '申请人'}`
      }
      return (await pickable(ctx, 'people', [value])).has(value) ? undefined : wrong
    case 'department':
    case 'school':
      return (await pickable(ctx, field.kind, [value])).has(value) ? undefined : wrong
    default:
      return undefined
  }
}

/** Whether a step is given to the one a field names: nobody judges what he asks for himself. */
function isAsked(model: FlowModel, id: string): boolean {
  return Object.values(model.nodes).some((node) => namesAsked(node).includes(id))
}

/** Attachments the user brought in, and those that were there. Their names are those they came with. */
async function takeFiles(ctx: Ctx, field: FormField, value: unknown, before: FormValues): Promise<FormFile[]> {
  const ids = Array.isArray(value) ? value.map((one: Partial<FormFile> | null) => String(one?.id ?? '')) : []
  const kept = new Map(filesIn(before[field.id]).map((file) => [file.id, file]))
  const own = new Map((await ownFiles(ctx, ids)).map((file) => [file.id, file]))
  const files = [...new Set(ids)].flatMap((id) => kept.get(id) ?? own.get(id) ?? [])
  const isWhole = Array.isArray(value) && files.length === value.length && files.length <= MOST_FILES
  if (!isWhole) throw fault(field.id, `「${field.name}」的附件无效或超过${MOST_FILES}个`)
  return files
}

/** The attachments in a kept value. */
export function filesIn(value: unknown): FormFile[] {
  return Array.isArray(value) ? (value as FormFile[]) : []
}

/** The values as expressions read them: of attachments the ids. */
export function variablesIn(fields: readonly FormField[], values: FormValues): FormValues {
  const entries = fields.map(({ id, kind }) => [
    id,
    kind === 'upload'
      ? filesIn(values[id]).map((file) => file.id)
      : kind === 'double'
        ? numberIn(values[id])
        : (values[id] ?? null),
  ])
  return Object.fromEntries(entries)
}

function numberIn(value: unknown): number | null {
  return value === null || value === undefined || value === '' ? null : Number(value)
}
