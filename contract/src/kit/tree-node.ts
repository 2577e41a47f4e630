import { type Row, text } from './field.ts'

/** What a tree picker reads of a node. */
export const TREE_NODE = {
  id: text('主键', { required: true }),
  parentId: text('上级', { required: true }),
  title: text('名称', { required: true }),
  key: text('键', { required: true }),
  value: text('值', { required: true }),
}

/** A node as the tree pickers of this API family read it; `children` is left out when empty. */
export interface TreeNode extends Row<typeof TREE_NODE> {
  hasChildren?: boolean
  children?: TreeNode[]
}
