import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What an action writes: the rows of an entity (by its declaration), or queries by the start of their key. */
export type Change = { name: string } | QueryKey

/** Reads again every query in use that shows one of the changes; the others are read when they are next wanted. */
export async function refreshChanges(client: QueryClient, changes: readonly Change[]): Promise<void> {
  const keys = changes.flatMap((change) => ('name' in change ? rowKeys(change.name) : [change]))
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Lists, trees, pickers and labels that show rows of the entity. */
function rowKeys(name: string): QueryKey[] {
  return [['crud', name], ['tree', name], ['ref', name], ['labels', name], ...(LOOKED_UP[name] ?? [])]
}

/** Rows that are also read under another name. */
const LOOKED_UP: Record<string, QueryKey[]> = { dictBiz: [['dict']] }
