export interface SortNode {
  id: string
  key: string
  title: string
  children?: SortNode[]
}

/** The nodes of the level a node stands on, itself included. */
export function siblingsOf(nodes: SortNode[], id: string): SortNode[] {
  if (nodes.some((node) => node.id === id)) return nodes
  return nodes.map((node) => siblingsOf(node.children ?? [], id)).find((found) => found.length > 0) ?? []
}

/** The ids of the level when a node has moved by a step; nothing when there is no place to go. */
export function movedBy(nodes: SortNode[], id: string, step: number): string[] | undefined {
  const ids = siblingsOf(nodes, id).map((node) => node.id)
  const [from, to] = [ids.indexOf(id), ids.indexOf(id) + step]
  if (from < 0 || to < 0 || to >= ids.length) return undefined
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The ids of the level when a node was dropped before, or behind, one of its neighbours. */
export function movedBefore(nodes: SortNode[], id: string, target: string, isBehind: boolean): string[] | undefined {
  const rest = siblingsOf(nodes, id)
    .map((node) => node.id)
    .filter((one) => one !== id)
  const at = rest.indexOf(target)
  return at < 0 ? undefined : rest.toSpliced(at + (isBehind ? 1 : 0), 0, id)
}
