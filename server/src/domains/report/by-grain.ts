import { scoreRank, scoreRankByClass, scoreRankByStudent } from '@xueheng/contract/domains/report/score-rank.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'

/** Calls that answer one of several reports by their parameter `grain`. */
const BY_GRAIN: Record<string, Record<string, AnyReport>> = {
  [scoreRank.name]: { school: scoreRank, class: scoreRankByClass, student: scoreRankByStudent },
}

/** The report meant by `grain`; it needs the right of that report, not only of the one called. */
export function reportOfGrain(ctx: Ctx, called: AnyReport, grain: unknown): AnyReport {
  const choices = BY_GRAIN[called.name]
  if (!choices || !grain) return called
  const chosen = Object.hasOwn(choices, String(grain)) ? choices[String(grain)] : undefined
  if (!chosen) throw refuse(`粒度只能是${Object.keys(choices).join('、')}`)
  if (chosen !== called && !ctx.user.isAdministrator && !ctx.user.permissions.has(chosen.permission)) {
    throw new AppError('access.refused')
  }
  return chosen
}
