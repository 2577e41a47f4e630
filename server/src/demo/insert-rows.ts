import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { into } from '../platform/access/doors.ts'
import { type CopyValue, withStagedRows } from '../platform/db/copy.ts'
import type { Db } from '../platform/db/db.ts'
import { columnsOf, storedColumnsOf } from '../platform/db/ddl.ts'
import { nextId } from '../platform/db/id.ts'
import type { Table } from '../platform/db/table.ts'

export type DemoRow = Record<string, CopyValue>

/** Where rows go: a transaction, and the tenant they belong to. */
export interface Target {
  db: Db
  tenantId: string
}

/** Adds rows to a table in bulk; the keys of the first row are the columns. Answers how many. */
export async function insertRows(
  { db, tenantId }: Target,
  goal: AnyEntity | Table,
  rows: Iterable<DemoRow>,
): Promise<number> {
  const source = rows[Symbol.iterator]()
  const first = source.next()
  if (first.done) return 0
  const names = Object.keys(first.value)
  const types = new Map(
    ('table' in goal ? columnsOf(goal) : storedColumnsOf(goal)).map((column) => [column.name, column.type]),
  )
  const typed = ['tenant_id', ...names].map((name) => [name, types.get(name) ?? ''])
  const lines = values(first.value, source, names, tenantId)
  return withStagedRows(db, Object.fromEntries(typed), lines, async (staged, count) => {
    const columns = sql.join(typed.map(([name]) => sql.ref(name ?? '')))
    await sql`insert into ${into(goal)} (${columns}) select ${columns} from ${staged} t`.execute(db)
    return count
  })
}

function* values(first: DemoRow, rest: Iterator<DemoRow>, names: string[], tenantId: string): Generator<CopyValue[]> {
  for (let row: DemoRow | undefined = first; row; row = nextOf(rest))
    yield [tenantId, ...names.map((name) => row?.[name])]
}

function nextOf(rows: Iterator<DemoRow>): DemoRow | undefined {
  const next = rows.next()
  return next.done ? undefined : next.value
}

/** A row of a declared entity: with an id of its own, and not sealed. */
export function entityRow(row: DemoRow): DemoRow {
  return { id: nextId(), ...row }
}
