import type { regionDetail } from '@xueheng/contract/domains/settings/region.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { pageOfRows } from '../../../platform/rows/page.ts'
import { own } from '../../../platform/db/table.ts'
import { region } from '../tables.ts'

export type RegionView = NonNullable<Output<typeof regionDetail>>

const LEVELS = ['province', 'city', 'district', 'town', 'village'] as const

/** Names of the levels a code runs through: the first two digits are the province, and so on. */
const STEPS = sql.join(
  LEVELS.flatMap((level, at) => {
    const length = (at + 1) * 2
    const isReached = sql`r.region_level > ${sql.lit(at)}`
    const code = sql`left(r.code, ${sql.lit(length)})`
    return [
      sql`case when ${isReached} then ${code} end as ${sql.id(`${level}Code`)}`,
      sql`case when ${isReached} then (select u.name from ${own(region)} u where u.code = ${code}) end as ${sql.id(`${level}Name`)}`,
    ]
  }),
)

/** The beginnings of a code that are codes above it. */
const PREFIXES = sql.join(LEVELS.map((_level, at) => sql`left(r.code, ${sql.lit((at + 1) * 2)})`))

/** Two digits a level: `1101` stands below `00` and `11`. Each is looked up by its code: there are many divisions. */
const ANCESTORS = sql`(select string_agg(u.code, ',' order by u.region_level) from ${own(region)} u
  where u.code in ('00', ${PREFIXES}) and u.region_level < r.region_level)`

const COLUMNS = sql`r.code as id, r.code, r.parent_code, r.name, r.region_level,
  p.name as parent_name, coalesce(${ANCESTORS}, '') as ancestors, ${STEPS}, r.sort, r.remark,
  r.create_user, r.create_dept, r.create_time, r.update_user, r.update_time, 1 as status, 0 as is_deleted`

type Condition = ReturnType<typeof sql>

/** How divisions are read, in their order, by pages and details. */
export const REGION_ROWS = {
  columns: sql`${COLUMNS}, exists(select 1 from ${own(region)} c where c.parent_code = r.code) as has_children`,
  source: sql`${own(region)} r left join ${own(region)} p on p.code = r.parent_code`,
  order: sql`r.region_level, r.parent_code, r.sort, r.code`,
}

/** The page of divisions that `query` asks for. */
export function listRegions(ctx: Ctx, query: object, condition: Condition): Promise<Page<RegionView>> {
  return pageOfRows(ctx, query, { ...REGION_ROWS, condition })
}

/** Divisions as they are asked for, at most 5,000. */
export async function selectRegions(ctx: Ctx, condition: Condition, size = 5000): Promise<RegionView[]> {
  const { columns, source, order } = REGION_ROWS
  const found = await sql<RegionView>`select ${columns} from ${source} where ${condition}
    order by ${order} limit ${size}`.execute(ctx.db)
  return found.rows
}

export async function findRegion(ctx: Ctx, code: string): Promise<RegionView | undefined> {
  return (await selectRegions(ctx, sql`r.code = ${code}`, 1))[0]
}
