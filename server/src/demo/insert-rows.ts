import type pg from 'pg'
import { type CopyValue, copyIn } from '../platform/db/copy.ts'
import { nextId } from '../platform/db/id.ts'

export type DemoRow = Record<string, CopyValue>

/** Where rows go: a connection inside a transaction, and the tenant they belong to. */
export interface Target {
  client: pg.PoolClient
  tenantId: string
}

/**
 * Adds rows to a table by COPY; the keys of the first row are the columns. COPY does not obey row level security, so it fills a
 * temporary table and the database moves the rows on itself. Answers how many.
 */
export async function insertRows(
  { client, tenantId }: Target,
  table: string,
  rows: Iterable<DemoRow>,
): Promise<number> {
  const source = rows[Symbol.iterator]()
  const first = source.next()
  if (first.done) return 0
  const names = Object.keys(first.value)
  const stage = `demo_${table}`
  const columns = ['tenant_id', ...names].join(', ')
  await client.query(`create temp table ${stage} on commit drop as select ${columns} from ${table} with no data`)
  const count = await copyIn(client, stage, ['tenant_id', ...names], values(first.value, source, names, tenantId))
  await client.query(`insert into ${table} (${columns}) select ${columns} from ${stage}`)
  await client.query(`drop table ${stage}`)
  return count
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
