import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Table } from '../platform/db/table.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))

/** A table with the folder whose statements may name it, and the name its declaration is exported under. */
export interface DeclaredTable {
  table: Table
  home: string
  constant: string
}

/** Every `defineTable` of the server, from the `tables.ts` of platforms and domains. */
export async function declaredTables(): Promise<DeclaredTable[]> {
  const found: DeclaredTable[] = []
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'tables.ts') continue
    const exported = (await import(pathToFileURL(join(entry.parentPath, entry.name)).href)) as Record<string, unknown>
    const home = relative(SOURCES, entry.parentPath)
    for (const [constant, value] of Object.entries(exported))
      if (isTable(value)) found.push({ table: value, home, constant })
  }
  return found
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'columns' in value && 'wall' in value
}

/** Entities whose tables follow from their declaration: all but those by hand that a `defineTable` describes. */
export async function tabledEntities(): Promise<AnyEntity[]> {
  const described = new Set((await declaredTables()).map(({ table }) => table.name))
  return [...registry.entities, ...registry.byHand.filter(({ table }) => !described.has(table))]
}
