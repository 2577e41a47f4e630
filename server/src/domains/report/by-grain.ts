import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { GRAINS } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'

const WIDEST_FIRST = Object.keys(GRAINS)

/** What a call with the parameter `grain` may answer: the reports of its family that are no wider than its own. */
function choicesOf(called: AnyReport): AnyReport[] {
  if (!('grain' in called.params)) return []
  const from = WIDEST_FIRST.indexOf(called.grain)
  return reportDomain.reports.filter((one) => one.family === called.family && WIDEST_FIRST.indexOf(one.grain) >= from)
}

/** The report meant by `grain`; it needs the right of that report, not only of the one called. */
export function reportOfGrain(ctx: Ctx, called: AnyReport, grain: unknown): AnyReport {
  const choices = choicesOf(called)
  if (choices.length === 0 || !grain) return called
  const chosen = choices.find((one) => one.grain === grain)
  if (!chosen) throw refuse(`粒度只能是${choices.map((one) => one.grain).join('、')}`)
  if (chosen !== called && !ctx.user.isAdministrator && !ctx.user.permissions.has(chosen.permission)) {
    throw new AppError('access.refused')
  }
  return chosen
}
