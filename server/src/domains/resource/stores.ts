import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { AppError } from '../../platform/error.ts'
import type { StoreRow, TenantStores } from '../../platform/files/tenant-stores.ts'
import { ossConfig } from './tables.ts'

const COLUMNS = sql`id, tenant_id, category, endpoint, bucket_name, region, access_key, secret_key, is_path_style`

/** The stores tenants have set up. */
export const tenantStores: TenantStores = {
  async enabled(ctx) {
    const found = await sql<StoreRow>`select ${COLUMNS} from ${own(ossConfig)}
      where is_deleted = 0 and status = 2`.execute(ctx.db)
    return found.rows[0]
  },
  byId: findStore,
  async idsOfBucket(ctx, bucketName) {
    const found = await sql<{ id: string }>`select id from ${own(ossConfig)}
      where bucket_name = ${bucketName}`.execute(ctx.db)
    return found.rows.map((row) => row.id)
  },
}

async function findStore(ctx: Pick<Ctx, 'db'>, id: string): Promise<StoreRow> {
  const found = await sql<StoreRow>`select ${COLUMNS} from ${own(ossConfig)} where id = ${id}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw new AppError('row.notFound')
  return row
}
