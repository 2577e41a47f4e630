import { registry } from '@xueheng/contract/index.ts'
import type { AnyReport, MenuNode } from '@xueheng/contract/kit/domain.ts'

type Grain = AnyReport['grain']

export const GRAINS: Grain[] = ['all', 'area', 'school', 'class', 'student']
export const GRAIN_TITLES = {
  all: '全体',
  area: '县区',
  school: '学校',
  class: '班级',
  student: '学生',
} satisfies Record<Grain, string>

/** The reports one drills through from and to this one, widest first: at most one per grain. */
export function familyOf(report: AnyReport, reports: AnyReport[] = registry.reports): AnyReport[] {
  const up: AnyReport[] = []
  let top: AnyReport | undefined = report
  while ((top = parentOf(top, reports)) && isNew(top, [...up, report])) up.unshift(top)
  const family = [...up, report]
  let below = childOf(report, reports)
  while (below && isNew(below, family)) {
    family.push(below)
    below = childOf(below, reports)
  }
  return family
}

function isNew(report: AnyReport, family: AnyReport[]): boolean {
  return family.every((one) => one.grain !== report.grain)
}

/** Several reports may lead here; the one whose name is most alike belongs to the same family. */
function parentOf(report: AnyReport, reports: AnyReport[]): AnyReport | undefined {
  const parents = reports.filter((one) => one.drill?.report === report.name && one !== report)
  return parents.toSorted((one, other) => alike(other.name, report.name) - alike(one.name, report.name))[0]
}

function childOf(report: AnyReport, reports: AnyReport[]): AnyReport | undefined {
  return reports.find((one) => one.name === report.drill?.report)
}

function alike(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** The member of the family that lists the units below `level`: schools below an area. */
export function memberBelow(family: AnyReport[], level: Grain): AnyReport | undefined {
  const grain = GRAINS[GRAINS.indexOf(level) + 1]
  return family.find((one) => one.grain === grain)
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
