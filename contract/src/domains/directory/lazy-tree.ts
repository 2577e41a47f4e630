import { defineCall } from '../../kit/call.ts'
import type { AnyEntity } from '../../kit/domain.ts'
import { json, text } from '../../kit/field.ts'

/** A node as the tree pickers of this API family read it, one level at a time. */
export interface LazyNode {
  id: string
  parentId: string
  title: string
  key: string
  value: string
  hasChildren: boolean
}

/** 下级节点：没有上级时是看得见的最上一级。 */
export function lazyTreeOf(entity: AnyEntity) {
  return defineCall(`${entity.name}.lazyTree`, {
    method: 'GET',
    path: `${entity.paths[0]}/lazy-tree`,
    title: `${entity.title}下级节点`,
    access: { permission: `${entity.permission}_view` },
    input: { parentId: text('上级', { length: 20 }) },
    output: { node: json<LazyNode>('节点') },
    answer: 'list',
  })
}
