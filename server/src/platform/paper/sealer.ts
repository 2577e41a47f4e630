import type { SealedKind, paperSeal } from '@xueheng/contract/platform/paper.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { requireFresh } from '../access/step-up.ts'
import type { Ctx, PaperSealer, SealChoice } from '../ctx.ts'
import { fault } from '../error.ts'

/** What is asked of a call that prints papers. */
export type SealAsked = Row<typeof paperSeal>

/** The one sealer of the program. Throws where no module brings it. */
export function findSealer(modules: { sealer?: PaperSealer }[]): PaperSealer {
  const [sealer] = modules.flatMap((module) => module.sealer ?? [])
  if (!sealer) throw new Error('no module seals papers')
  return sealer
}

/**
 * The seal a reader wants on papers, looked at before anything is printed: it is his to use, can be used now, and he has
 * proved who he is. Nothing where he wants none.
 */
export async function sealOf(
  ctx: Ctx,
  { sealId, strategyId }: SealAsked,
  format: 'pdf' | 'xlsx',
  kind: SealedKind,
): Promise<SealChoice | undefined> {
  if (!sealId) return undefined
  if (format !== 'pdf') throw fault('sealId', '只有PDF可以盖章')
  if (!strategyId) throw fault('strategyId', '请选择签章策略')
  requireFresh(ctx.user, Date.now())
  const choice = { sealId, strategyId, kind }
  await ctx.sealer.open(ctx, choice)
  return choice
}
