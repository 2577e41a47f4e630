import { defineCall } from '../../kit/call.ts'
import type { AnyEntity } from '../../kit/domain.ts'
import { json, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'

/** 下级节点：没有上级时是看得见的最上一级。 */
export function lazyTreeOf(entity: AnyEntity) {
  return defineCall(`${entity.name}.lazyTree`, {
    method: 'GET',
    path: `${entity.paths[0]}/lazy-tree`,
    title: `${entity.title}下级节点`,
    access: { permission: `${entity.permission}_view` },
    input: { parentId: text('上级', { length: 20 }) },
    output: { ...TREE_NODE, hasChildren: json<boolean>('有下级') },
    answer: 'list',
  })
}
