/** A node as the tree pickers of this API family read it; `children` is left out when empty. */
export interface TreeNode {
  id: string
  parentId: string
  title: string
  key: string
  value: string
  hasChildren?: boolean
  children?: TreeNode[]
}
