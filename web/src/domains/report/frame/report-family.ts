import { registry } from '@xueheng/contract/index.ts'
import type { AnyReport, MenuNode } from '@xueheng/contract/kit/domain.ts'
import { type Grain, GRAINS } from '@xueheng/contract/kit/report.ts'

/** The reports declared together with this one, widest first. */
export function familyOf(report: AnyReport): AnyReport[] {
  return registry.reports.filter((one) => one.family === report.family)
}

/** The member of the family that lists the units below `level`: schools below an area. */
export function memberBelow(family: AnyReport[], level: Grain): AnyReport | undefined {
  const levels = Object.keys(GRAINS)
  return family.find((one) => levels.indexOf(one.grain) === levels.indexOf(level) + 1)
}

/** The menu entry that shows a report: its own, or the page that offers it among others. */
export function menuPathOf(report: AnyReport, nodes: MenuNode[] = registry.menu): string | undefined {
  const leaves = nodes.flatMap(leavesOfMenu)
  const own = leaves.find((node) => node.report === report.name)
  const host = leaves.find((node) => node.permission === report.permission || node.buttons?.[report.permission])
  return (own ?? host)?.path
}

function leavesOfMenu(node: MenuNode): MenuNode[] {
  return node.children ? node.children.flatMap(leavesOfMenu) : [node]
}
