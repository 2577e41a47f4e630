import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'
import type { Reach } from '../net/address.ts'
import { unseal } from '../secret.ts'
import { LocalStore, S3Store, type Store } from './store.ts'

/** A row of `oss_config`: where a tenant keeps its files. */
export interface StoreRow {
  id: string
  tenantId: string
  category: number
  endpoint: string | null
  bucketName: string
  region: string | null
  accessKey: string | null
  /** Sealed. */
  secretKey: string | null
  isPathStyle: number | null
}

/** Category of stores in the data folder of this machine; all others speak S3. */
export const LOCAL_CATEGORY = 9

const COLUMNS = sql`id, tenant_id as "tenantId", category, endpoint, bucket_name as "bucketName", region,
  access_key as "accessKey", secret_key as "secretKey", is_path_style as "isPathStyle"`

/** The store new files of the caller's tenant go to, if it has one of its own. */
export async function enabledStore(ctx: Pick<Ctx, 'db'>): Promise<StoreRow | undefined> {
  const found = await sql<StoreRow>`select ${COLUMNS} from oss_config where is_deleted = 0 and status = 2`.execute(
    ctx.db,
  )
  return found.rows[0]
}

/** The store a file lies in, enabled or not. */
export async function storeOfId(ctx: Pick<Ctx, 'db'>, id: string): Promise<StoreRow> {
  const found = await sql<StoreRow>`select ${COLUMNS} from oss_config where id = ${id}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw new AppError('row.notFound')
  return row
}

/** Tenants share neither folders nor keys, even where they share a bucket. */
export function openTenantStore(config: Pick<Config, 'dataDir' | 'masterKey'> & Reach, row: StoreRow): Store {
  const folder = join(config.dataDir, 'stores', row.tenantId, row.bucketName)
  if (row.category === LOCAL_CATEGORY) return new LocalStore(folder)
  const place = `oss_config:${row.id}:secret_key`
  const settings = {
    endpoint: row.endpoint ?? '',
    bucket: row.bucketName,
    region: row.region || 'us-east-1',
    accessKey: row.accessKey ?? '',
    secretKey: row.secretKey ? unseal(config.masterKey, place, row.secretKey) : '',
    isHostStyle: row.isPathStyle === 0,
    prefix: row.tenantId,
  }
  return new S3Store(settings, folder, config)
}
