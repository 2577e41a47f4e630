import { type RawBuilder, sql } from 'kysely'

/** Whether a task is for the school `b`; `areas` and `schools` are its columns. Nothing chosen is everybody. */
export function isFor(areas: RawBuilder<unknown>, schools: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${areas} is null or jsonb_array_length(${areas}) = 0 or jsonb_exists(${areas}, b.area_code))
    and (${schools} is null or jsonb_array_length(${schools}) = 0 or jsonb_exists(${schools}, b.school_code)))`
}
