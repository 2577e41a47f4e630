import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'

/** An entry of a dictionary on its way to another tenant. */
export interface DictEntry {
  id: string
  parentId: string | null
}

/** The living dictionaries of the caller's tenant, to be written into another one. */
export async function readDictionaries(ctx: Ctx): Promise<DictEntry[]> {
  const entries = every(dictBiz, 'a new tenant gets a whole copy')
  const found = await sql<DictEntry>`select id::text as id, parent_id::text as parent_id, code, dict_value, dict_key,
      sort, is_sealed, remark
    from ${entries} d where is_deleted = 0`.execute(ctx.db)
  return found.rows
}

/** Copies of the entries under ids of their own, in the caller's tenant. */
export async function writeDictionaries(ctx: Ctx, entries: DictEntry[]): Promise<void> {
  const ids = new Map(entries.map((entry) => [entry.id, nextId()]))
  const rows = entries.map((entry) => ({
    ...entry,
    id: ids.get(entry.id),
    parentId: ids.get(entry.parentId ?? '') ?? '0',
  }))
  await sql`insert into ${into(dictBiz)} (id, tenant_id, parent_id, code, dict_value, dict_key, sort, is_sealed, remark)
    select id, ${ctx.user.tenantId}, "parentId", code, "dictValue", "dictKey", sort, "isSealed", remark
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, "parentId" bigint, code text, "dictValue" text,
      "dictKey" text, sort int, "isSealed" int, remark text)`.execute(ctx.db)
}
