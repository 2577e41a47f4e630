import { registry } from '@xueheng/contract'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import type { CtxUser } from '../../platform/ctx.ts'

/** A menu row as clients of this family read it; `children` is left out when empty, or every button would vanish. */
export interface MenuRow {
  id: string
  parentId: string
  code: string
  name: string
  alias: string
  path: string
  source: string
  sort: number
  category: 1 | 2
  action: number
  isOpen: number
  remark: string
  isDeleted: number
  children?: MenuRow[]
}

interface Button {
  code: string
  title: string
}

const CRUD_BUTTONS: [string, string][] = [
  ['add', '新增'],
  ['edit', '修改'],
  ['delete', '删除'],
  ['view', '查看'],
]

/** Every permission code granted on one screen. */
export function buttonsOf(node: MenuNode): Button[] {
  const entity = node.entity ? registry.entity(node.entity) : undefined
  const crud = entity ? CRUD_BUTTONS.map(([action, title]) => ({ code: `${entity.permission}_${action}`, title })) : []
  const report = node.report ? [{ code: registry.report(node.report).permission, title: '查看' }] : []
  const page = node.permission && !node.entity && !node.report ? [{ code: node.permission, title: node.title }] : []
  const own = Object.entries(node.buttons ?? {}).map(([code, title]) => ({ code, title }))
  return [...new Map([...crud, ...report, ...page, ...own].map((button) => [button.code, button])).values()]
}

/** The permission that shows a screen. */
export function viewPermission(node: MenuNode): string | undefined {
  if (node.permission) return node.permission
  if (node.entity) return `${registry.entity(node.entity).permission}_view`
  return node.report ? registry.report(node.report).permission : undefined
}

/** Ids are made from the place in the declared menu, so that they stay the same between starts. */
function toRow(node: MenuNode, parentId: string, sort: number): MenuRow {
  return {
    id: `m_${node.code}`,
    parentId,
    code: node.code,
    name: node.title,
    alias: 'menu',
    path: node.path,
    source: node.icon ?? '',
    sort,
    category: 1,
    action: 0,
    isOpen: 1,
    remark: '',
    isDeleted: 0,
  }
}

function canSee(user: CtxUser, node: MenuNode): boolean {
  const permission = viewPermission(node)
  return user.isAdministrator || permission === undefined || user.permissions.has(permission)
}

/** The forest of screens a user may open; groups without any are left out. */
export function menuOf(user: CtxUser, nodes: MenuNode[] = registry.menu, parentId = '0'): MenuRow[] {
  return nodes.flatMap((node, i) => {
    if (!canSee(user, node)) return []
    const row = toRow(node, parentId, i + 1)
    if (!node.children) return [row]
    const children = menuOf(user, node.children, row.id)
    return children.length > 0 ? [{ ...row, children }] : []
  })
}

/** Screens with the buttons a user holds there; a leaf carries no `children` key. */
export function buttonForest(user: CtxUser): MenuRow[] {
  const leaves = registry.menu.flatMap(function flatten(node): MenuNode[] {
    return node.children ? node.children.flatMap(flatten) : [node]
  })
  return leaves.flatMap((node, i) => {
    const row = toRow(node, '0', i + 1)
    const held = buttonsOf(node).filter((button) => user.isAdministrator || user.permissions.has(button.code))
    if (held.length === 0) return []
    const children = held.map((button, n) => ({
      ...toRow(node, row.id, n + 1),
      id: `b_${button.code}`,
      code: button.code,
      name: button.title,
      alias: button.code.split('_').at(-1) ?? '',
      category: 2 as const,
      action: 2,
      path: '',
    }))
    return [{ ...row, children }]
  })
}
