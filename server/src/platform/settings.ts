import { sql } from 'kysely'
import type { Db } from './ctx.ts'

/** A system parameter of the tenant `db` is bound to; `preset` when it is missing or blank. */
export async function setting(db: Db, key: string, preset: string): Promise<string> {
  const found = await sql<{ value: string }>`select param_value as value from param
    where param_key = ${key} and is_deleted = 0`.execute(db)
  return found.rows[0]?.value.trim() || preset
}

/** A number of days; `preset` for anything that is not a whole number from 1 on. */
export async function daysSetting(db: Db, key: string, preset: number): Promise<number> {
  const days = Number(await setting(db, key, String(preset)))
  return Number.isInteger(days) && days > 0 ? days : preset
}
