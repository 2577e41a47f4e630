import { param } from '@xueheng/contract/domains/settings/param.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'

/** Adds a parameter that the tenant never had; one that was removed stays so. */
export async function addMissingParam(db: Db, tenantId: string, row: Row<typeof param.fields>): Promise<void> {
  const params = every(param, 'a parameter is set once, whoever sees it')
  await sql`insert into ${into(param)} (id, tenant_id, param_name, param_key, param_value, remark)
    select ${nextId()}, ${tenantId}, ${row.paramName}, ${row.paramKey}, ${row.paramValue}, ${row.remark}
    where not exists (select 1 from ${params} p where p.param_key = ${row.paramKey})`.execute(db)
}
