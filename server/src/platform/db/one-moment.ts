import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Runs `work` in two transactions at the same time, which see the database as it stood at one moment. The first of the two ends what there is
 * to do, also alone: the second takes part once it has a connection, and is not waited for before, so that nobody who holds one waits for another.
 */
export async function atOneMoment(db: Db, work: (inside: Db) => Promise<void>): Promise<void> {
  await repeatable(db, async (first) => {
    const { rows } = await sql<{ moment: string }>`select pg_export_snapshot() as moment`.execute(first)
    let isOver = false
    let beside: Promise<void> | undefined
    const asked = repeatable(db, async (second) => {
      if (isOver) return
      beside = join(second, rows[0]?.moment ?? '', work)
      await beside
    })
    // Whether it came at all is told by `beside`.
    asked.catch(() => undefined)
    try {
      await work(first)
    } finally {
      isOver = true
      await beside
    }
  })
}

async function join(db: Db, moment: string, work: (inside: Db) => Promise<void>): Promise<void> {
  await sql`set transaction snapshot ${sql.lit(moment)}`.execute(db)
  await work(db)
}

function repeatable(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work)
}
