import { report as domain } from '@xueheng/contract/domains/report/index.ts'
import { reportPath } from '@xueheng/contract/derive/report-path.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { type Grain, GRAINS } from '@xueheng/contract/kit/report.ts'
import { menu } from '../../../platform/declared/declared.ts'

/** Every report of the product. */
export const REPORTS: AnyReport[] = domain.reports

export function findReport(name: string | null): AnyReport | undefined {
  return REPORTS.find((one) => one.name === name)
}

/** The reports declared together with this one, widest first. */
export function familyOf(report: AnyReport): AnyReport[] {
  return REPORTS.filter((one) => one.family === report.family)
}

/** The member of the family that lists the units below `level`: schools below an area. */
export function memberBelow(family: AnyReport[], level: Grain): AnyReport | undefined {
  const levels = Object.keys(GRAINS)
  return family.find((one) => levels.indexOf(one.grain) === levels.indexOf(level) + 1)
}

/** The screen of the menu that shows a report: its own, or the page that offers it among others. */
export function menuPathOf(report: AnyReport): string | undefined {
  return reportPath(report, menu)
}
