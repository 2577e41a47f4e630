import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import type { Reach } from '../net/address.ts'
import { LocalStore, S3Store, type Store } from './store.ts'

/** Where a tenant keeps its files. */
export interface StoreRow {
  id: string
  tenantId: string
  category: number
  endpoint: string | null
  bucketName: string
  region: string | null
  accessKey: string | null
  /** In plain. */
  secretKey: string | null
  isPathStyle: number | null
}

/** The stores tenants have set up, as their domain keeps them. */
export interface TenantStores {
  /** The store new files of the caller's tenant go to, if it has one of its own. */
  enabled(ctx: Pick<Ctx, 'db'>): Promise<StoreRow | undefined>
  /** The tenant's store of that code; refuses an unknown one and one that is switched off. */
  byCode(ctx: Pick<Ctx, 'db'>, code: string): Promise<StoreRow>
  /** The store a file lies in, enabled or not; refuses an unknown one. */
  byId(ctx: Pick<Ctx, 'db'>, id: string): Promise<StoreRow>
  /** Ids of all stores of the tenant that share a bucket. */
  idsOfBucket(ctx: Pick<Ctx, 'db'>, bucketName: string): Promise<string[]>
}

/** Category of stores in the data folder of this machine; all others speak S3. */
export const LOCAL_CATEGORY = 9

/** Tenants share neither folders nor keys, even where they share a bucket. */
export function openTenantStore(
  config: Pick<Config, 'dataDir' | 'masterKey' | 'copyRoom'> & Reach,
  row: StoreRow,
): Store {
  const folder = join(config.dataDir, 'stores', row.tenantId, row.bucketName)
  if (row.category === LOCAL_CATEGORY) return new LocalStore(folder)
  const settings = {
    endpoint: row.endpoint ?? '',
    bucket: row.bucketName,
    region: row.region || 'us-east-1',
    accessKey: row.accessKey ?? '',
    secretKey: row.secretKey ?? '',
    isHostStyle: row.isPathStyle === 0,
    prefix: row.tenantId,
  }
  return new S3Store(settings, folder, config, config.copyRoom)
}
