import { registry } from '@xueheng/contract'
import { personalFields } from '@xueheng/contract/derive/crud-calls.ts'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'

export interface Button {
  code: string
  title: string
}

const CRUD_BUTTONS: [string, string][] = [
  ['add', '新增'],
  ['edit', '修改'],
  ['delete', '删除'],
  ['view', '查看'],
]

const found = new Map<MenuNode, readonly Button[]>()

/** Every permission code granted on one screen; the menu is declared, so each screen is looked through once. */
export function buttonsOf(node: MenuNode): readonly Button[] {
  const buttons = found.get(node) ?? findButtons(node)
  found.set(node, buttons)
  return buttons
}

function findButtons(node: MenuNode): Button[] {
  const entity = node.entity ? registry.entity(node.entity) : undefined
  const crud = entity ? CRUD_BUTTONS.map(([action, title]) => ({ code: `${entity.permission}_${action}`, title })) : []
  const isPersonal = entity !== undefined && personalFields(entity).length > 0
  const reveal = isPersonal ? [{ code: `${entity.permission}_reveal`, title: '查看完整信息' }] : []
  const report = node.report ? [{ code: registry.report(node.report).permission, title: '查看' }] : []
  const page = node.permission && !node.entity && !node.report ? [{ code: node.permission, title: '查看' }] : []
  const own = Object.entries(node.buttons ?? {}).map(([code, title]) => ({ code, title }))
  return [...new Map([...crud, ...reveal, ...report, ...page, ...own].map((button) => [button.code, button])).values()]
}
