import type { MenuNode } from '../kit/domain.ts'
import type { Registry } from './registry.ts'

/** The permission that shows a screen. */
export function viewPermission(node: MenuNode, registry: Registry): string | undefined {
  if (node.permission) return node.permission
  if (node.entity) return `${registry.entity(node.entity).permission}_view`
  return node.report ? registry.report(node.report).permission : undefined
}
