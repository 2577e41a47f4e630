import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import type { ScheduledTask } from '../scheduler.ts'
import { type Database, lockKey } from './pool.ts'
import { type StoredColumns, type Table, own } from './table.ts'

/**
 * Numbers kept beside rows by the database itself (`keep_counts` in its migration): every statement that changes rows writes
 * what it adds or takes as lines of its own, with them or not at all. A number is the sum over its lines. Nobody waits for a
 * number another one is changing, and lines come together only here.
 */
export interface Counts<C extends StoredColumns = StoredColumns> {
  table: Table<C>
  /** Columns that are summed; those beside them say what is counted. */
  sums: readonly (keyof C & string)[]
}

const MARKS = ['tenantId', 'isFolded']

/**
 * Makes one line of all that count the same, one fold after the other: two at once would each leave a line, which no later fold
 * puts together. Answers how many were new.
 */
export function foldCounts(db: Db, counts: Counts): Promise<number> {
  return db.transaction().execute(async (inside) => {
    await lockKey(inside, `counts:${counts.table.name}`)
    return fold(inside, counts)
  })
}

async function fold(db: Db, { table, sums }: Counts): Promise<number> {
  const keys = Object.keys(table.columns).filter((name) => !MARKS.includes(name) && !sums.includes(name))
  const named = (prefix: string, names: readonly string[]) => names.map((name) => sql.ref(`${prefix}.${snake(name)}`))
  const goal = sql.join([...keys, ...sums].map((name) => sql.ref(snake(name))))
  const added = sql.join(named('g', sums).map((sum) => sql`sum(${sum})`))
  const same = keys.map((name) => sql`${sql.ref(`c.${snake(name)}`)} = ${sql.ref(`f.${snake(name)}`)}`)
  const isLeft = named('g', sums).map((sum) => sql`sum(${sum}) <> 0`)
  const { rows } = await sql<{ fresh: number }>`with fresh as (select distinct ${sql.join(named('f', keys))}
      from ${own(table)} f where f.is_folded = 0),
    gone as (delete from ${own(table)} c using fresh f where ${sql.join(same, sql` and `)} returning c.*),
    kept as (insert into ${own(table)} (tenant_id, ${goal}, is_folded)
      select g.tenant_id, ${sql.join(named('g', keys))}, ${added}, 1 from gone g
      group by g.tenant_id, ${sql.join(named('g', keys))} having ${sql.join(isLeft, sql` or `)})
    select count(*)::int as fresh from fresh`.execute(db)
  return rows[0]?.fresh ?? 0
}

interface Folding {
  database: Database
  tenantIds(): Promise<string[]>
  counts: readonly Counts[]
}

/** Every minute: what changed since is folded. */
export function foldByClock({ database, tenantIds, counts }: Folding): ScheduledTask {
  return {
    name: 'counts.folding',
    when: 60,
    async run() {
      for (const tenantId of await tenantIds()) {
        for (const each of counts) await foldCounts(database.tenant(tenantId), each)
      }
    },
  }
}
