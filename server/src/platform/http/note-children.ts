import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { childField, maskedFilters, noteAnswer } from '../audit/child-access.ts'
import type { Ctx } from '../ctx.ts'
import { filtersOf } from '../rows/export.ts'

/** Which children the reader is about to see is written down before the answer leaves. Workbooks note theirs themselves. */
export async function noteChildren(
  ctx: Ctx,
  call: AnyCall,
  input: Record<string, unknown>,
  answer: unknown,
): Promise<void> {
  const fields = call.output ?? {}
  // A report is answered in the grain that is asked for.
  if (childField(fields) === undefined && !('report' in call)) return
  await noteAnswer(
    ctx,
    { call: call.name, title: call.title, filters: maskedFilters(fields, filtersOf(input)) },
    answer,
  )
}
