import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { GRAINS } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { ReportInput } from './run.ts'

const WIDEST_FIRST = Object.keys(GRAINS)

/** What a call with the parameter `grain` may answer: the reports of its family that are no wider than its own. */
function choicesOf(called: AnyReport): AnyReport[] {
  if (!('grain' in called.params)) return []
  const from = WIDEST_FIRST.indexOf(called.grain)
  return reportDomain.reports.filter((one) => one.family === called.family && WIDEST_FIRST.indexOf(one.grain) >= from)
}

/** The report meant by `grain`; it needs the right of that report, not only of the one called. */
export function reportOfGrain(ctx: Ctx, called: AnyReport, input: ReportInput): AnyReport {
  const choices = choicesOf(called)
  const { grain } = input
  const chosen = choices.length === 0 || !grain ? called : choices.find((one) => one.grain === grain)
  if (!chosen) throw refuse(`粒度只能是${choices.map((one) => one.grain).join('、')}`)
  if (chosen !== called && !ctx.user.isAdministrator && !ctx.user.permissions.has(chosen.permission)) {
    throw new AppError('access.refused')
  }
  refuseUnused(called, chosen, input)
  return chosen
}

/** A parameter that the call takes for a narrower report alone would be passed over by the others. */
function refuseUnused(called: AnyReport, chosen: AnyReport, input: ReportInput): void {
  for (const [name, { list, label }] of Object.entries<Field>(called.params)) {
    const isUsed = list !== false || (chosen !== called && name in chosen.params)
    if (!isUsed && input[name]) throw refuse(`${label}不能用于按${GRAINS[chosen.grain]}统计`)
  }
}
