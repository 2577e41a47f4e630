import type { AnyReport, MenuNode } from '../kit/domain.ts'

/** The screen of a menu that shows a report: its own, or the page that offers it among others. */
export function reportPath(report: AnyReport, menu: MenuNode[]): string | undefined {
  const leaves = menu.flatMap(leavesOf)
  const own = leaves.find((node) => node.report === report.name)
  const host = leaves.find((node) => node.permission === report.permission || node.buttons?.[report.permission])
  return (own ?? host)?.path
}

function leavesOf(node: MenuNode): MenuNode[] {
  return node.children ? node.children.flatMap(leavesOf) : [node]
}
