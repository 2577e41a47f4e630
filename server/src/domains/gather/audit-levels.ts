import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import type { GatherAction } from '@xueheng/contract/domains/gather/gather-states.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'

interface Gathered {
  gatherTaskId: string
}

/** How many audits a task asks for decides where a row goes on. */
export async function chooseAction(ctx: Ctx, { gatherTaskId }: Gathered, wanted: GatherAction): Promise<GatherAction> {
  const { auditLevels } = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  if (wanted.startsWith('submit')) return auditLevels === 0 ? 'submitFinally' : 'submit'
  return auditLevels === 1 ? 'passFinally' : 'passSchool'
}

/** Throws the labels of what is required and empty. */
export function assertFilled(
  fields: Record<string, { label: string }>,
  required: readonly string[],
  row: object,
  who: string,
): void {
  const values = new Map<string, unknown>(Object.entries(row))
  const missing = required.filter((name) => String(values.get(name) ?? '').trim() === '')
  const labels = missing.map((name) => fields[name]?.label ?? name)
  if (missing[0]) throw fault(missing[0], `${who}还没有填写${labels.join('、')}`)
}
