import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { every } from './access/doors.ts'
import type { Db } from './ctx.ts'

const SETTINGS = every(registry.entity('param'), 'settings hold for those, too, who do not look after them')

/** A system parameter of the tenant `db` is bound to; `preset` when it is missing or blank. */
export async function setting(db: Db, key: string, preset: string): Promise<string> {
  const found = await sql<{ value: string }>`select param_value as value from ${SETTINGS}
    where param_key = ${key} and is_deleted = 0`.execute(db)
  return found.rows[0]?.value.trim() || preset
}

/** A number of days; `preset` for anything that is not a whole number from 1 on. */
export async function daysSetting(db: Db, key: string, preset: number): Promise<number> {
  const days = Number(await setting(db, key, String(preset)))
  return Number.isInteger(days) && days > 0 ? days : preset
}
