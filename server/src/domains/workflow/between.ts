import { type RawBuilder, sql } from 'kysely'

/** What the lists' range of creation asks of a moment. */
export function between(
  column: RawBuilder<unknown>,
  range: { createTime_dategt: string | null; createTime_datelt: string | null },
): RawBuilder<unknown> {
  return sql`(${range.createTime_dategt}::timestamp is null or ${column} >= ${range.createTime_dategt}::timestamp)
    and (${range.createTime_datelt}::timestamp is null or ${column} <= ${range.createTime_datelt}::timestamp)`
}
