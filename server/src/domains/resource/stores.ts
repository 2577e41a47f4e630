import { oss } from '@xueheng/contract/domains/resource/oss.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Config } from '../../platform/config.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { StoreRow, TenantStores } from '../../platform/files/tenant-stores.ts'
import { decryptField } from '../../platform/secret.ts'

const STORES = every(oss, 'a file is where it was put, whoever asks')
const COLUMNS = sql`id, tenant_id, category, endpoint, bucket_name, region, access_key, secret_key, is_path_style`

/** The stores tenants have set up, with their secrets in plain. */
export function tenantStores({ masterKey }: Pick<Config, 'masterKey'>): TenantStores {
  const open = (row: StoreRow): StoreRow => ({ ...row, secretKey: decryptField(masterKey, oss, row, 'secretKey') })
  return {
    async enabled(ctx) {
      const found = await sql<StoreRow>`select ${COLUMNS} from ${STORES} s
        where is_deleted = 0 and status = 2`.execute(ctx.db)
      return found.rows.map(open)[0]
    },
    async byCode(ctx, code) {
      const found = await sql<StoreRow & { isEnabled: boolean }>`select ${COLUMNS}, status = 2 as is_enabled
        from ${STORES} s where oss_code = ${code} and is_deleted = 0`.execute(ctx.db)
      const [row] = found.rows
      if (!row) throw refuse('没有该编号的对象存储')
      // Who keeps the files reads them: into one that was switched off goes nothing any more.
      if (!row.isEnabled) throw refuse('该编号的对象存储未启用')
      return open(row)
    },
    async byId(ctx, id) {
      const found = await sql<StoreRow>`select ${COLUMNS} from ${STORES} s where id = ${id}`.execute(ctx.db)
      const [row] = found.rows
      if (!row) throw new AppError('row.notFound')
      return open(row)
    },
    async idsOfBucket(ctx, bucketName) {
      const found = await sql<{ id: string }>`select id from ${STORES} s where bucket_name = ${bucketName}`.execute(
        ctx.db,
      )
      return found.rows.map((row) => row.id)
    },
  }
}
