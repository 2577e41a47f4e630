import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'

/** What was taken over into the rows of an entity goes into the operation log, once it is no trial. */
export async function noteTaken(
  ctx: Ctx,
  { name, title }: Pick<AnyCall, 'name' | 'title'>,
  entity: AnyEntity,
  rowId: string,
  after: Record<string, unknown>,
): Promise<void> {
  await logOperation(ctx, name, title, { entity: entity.name, rowId, after })
}
