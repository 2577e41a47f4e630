import type { MenuItem } from '../../platform/session/store.ts'
import { placeOf } from '../screens/resolve.ts'

/** Items without roles, or with one of the user's; a group that has lost all its items goes too. */
export function visibleItems(items: MenuItem[], roles: string[]): MenuItem[] {
  return items
    .filter((item) => !item.meta?.roles || item.meta.roles.some((role) => roles.includes(role)))
    .map((item) => (item.children ? { ...item, children: visibleItems(item.children, roles) } : item))
    .filter((item) => !item.children || item.children.length > 0)
}

/** Ids from the root to the item of the path; of several that fit, the one with the longest path. */
export function ancestorsOf(items: MenuItem[], path: string): string[] {
  return waysTo(items, path).toSorted((one, other) => other.length - one.length)[0]?.ids ?? []
}

interface Way {
  ids: string[]
  length: number
}

function waysTo(items: MenuItem[], path: string): Way[] {
  return items.flatMap((item) => {
    if (item.children?.length) {
      return waysTo(item.children, path).map((way) => ({ ...way, ids: [item.id, ...way.ids] }))
    }
    const own = placeOf(item).path
    return path === own || path.startsWith(`${own}/`) ? [{ ids: [item.id], length: own.length }] : []
  })
}
