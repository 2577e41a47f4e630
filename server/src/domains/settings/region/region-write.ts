import { sql } from 'kysely'
import { own } from '../../../platform/db/table.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { region } from '../tables.ts'

/** What may be written of a division. */
export type RegionValues = Partial<{
  code: string
  name: string
  parentCode: string | null
  sort: number
  remark: string | null
}>

/** Divisions below this level are not known. */
export const MOST_LEVELS = 5

/** Changes what the values name; the place of a division stays. */
export async function changeRegion(ctx: Ctx, code: string, { name, sort, remark }: RegionValues): Promise<void> {
  await sql`update ${own(region)} set name = coalesce(${name ?? null}, name), sort = coalesce(${sort ?? null}, sort),
    remark = coalesce(${remark ?? null}, remark), update_user = ${ctx.user.id},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where code = ${code}`.execute(ctx.db)
}

/** A division below another, whose level and code have been checked. */
export async function addRegion(ctx: Ctx, values: RegionValues, parentCode: string, level: number): Promise<void> {
  await sql`insert into ${own(region)} (code, parent_code, name, region_level, sort, remark, create_user, create_dept, update_user)
    values (${values.code}, ${parentCode}, ${values.name}, ${level}, ${values.sort ?? 0},
      ${values.remark ?? null}, ${ctx.user.id}, ${ctx.user.deptId || null}, ${ctx.user.id})`.execute(ctx.db)
}

/** What is wrong with the code of a division below another; nothing when it fits. */
export function codeFault(code: string, parent: { code: string; level: number }, root: string): string | undefined {
  const prefix = parent.code === root ? '' : parent.code
  if (parent.level >= MOST_LEVELS) return '村委以下不再划分'
  if (!/^\d+$/.test(code) || code === root) return '区划编码只能是数字'
  const fits = code.startsWith(prefix) && code.length === prefix.length + 2
  return fits ? undefined : `区划编码应为上级编码${prefix}加两位数字`
}
