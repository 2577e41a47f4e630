import { tenantDatasource } from '@xueheng/contract/domains/tenancy/tenant-datasource.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { type TenantDeps, assertManaging } from './tenants.ts'
import { own } from '../../platform/db/table.ts'
import { tenant } from './tables.ts'
import { visible } from '../../platform/access/doors.ts'
import { datasource } from '@xueheng/contract/domains/develop/datasource.ts'

/** Which data source a tenant is given; none takes it away. */
export function tenantDatasourceHandler(deps: Pick<TenantDeps, 'config'>) {
  return implement(tenantDatasource, async (ctx, { tenantId, datasourceId }) => {
    assertManaging(deps, ctx)
    const id = datasourceId ? await livingSource(ctx, checkId(datasourceId)) : null
    const changed = await sql<{
      id: string
    }>`update ${own(tenant)} set datasource_id = ${id}, update_user = ${ctx.user.id},
      update_time = greatest(localtimestamp(0), update_time + interval '1 second')
      where tenant_id = ${tenantId} and is_deleted = 0 returning id`.execute(ctx.db)
    if (!changed.rows[0]) throw new AppError('row.notFound')
    const after = { tenantId, datasourceId: id }
    await logOperation(ctx, 'tenant.datasource', '租户数据源配置', {
      entity: 'tenant',
      rowId: changed.rows[0].id,
      after,
    })
  })
}

async function livingSource(ctx: Ctx, id: string): Promise<string> {
  const found = await sql`select 1 from ${visible(ctx, datasource)} s where id = ${id}`.execute(ctx.db)
  if (found.rows.length === 0) throw refuse('数据源不存在')
  return id
}
