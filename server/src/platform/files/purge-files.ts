import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../ctx.ts'
import type { Database } from '../db/pool.ts'
import { lockBytes } from './bytes-lock.ts'
import { openStore } from './store.ts'
import { openTenantStore, storeOfId } from './tenant-stores.ts'

interface Removed {
  id: string
  sha256: string
  storeId: string | null
}

/**
 * Removes for good what the tenant removed longer ago than `days`: the rows, and their bytes from the store they lie
 * in unless another row has the same. Bytes go before their row, so that a store that fails is asked again the next
 * night. Answers the number of rows gone.
 */
export async function purgeFiles(config: Config, database: Database, tenantId: string, days: number): Promise<number> {
  const db = database.tenant(tenantId)
  const found = await sql<Removed>`select id, sha256, store_id as "storeId" from file_object
    where is_deleted = 1 and delete_time < now() - ${days} * interval '1 day' order by id`.execute(db)
  for (const file of found.rows) {
    await db.transaction().execute((inside) => purgeFile(config, inside, tenantId, file))
  }
  return found.rows.length
}

async function purgeFile(config: Config, db: Db, tenantId: string, file: Removed): Promise<void> {
  await lockBytes(db, file.sha256, 'exclusive')
  if (file.storeId) {
    const store = await storeOfId({ db }, file.storeId)
    if (!(await isInStore(db, file, store.bucketName))) await openTenantStore(config, store).remove(file.sha256)
  } else if (!(await isInStandingStore(db, tenantId, file))) await openStore(config).remove(file.sha256)
  await sql`delete from file_object where id = ${file.id}`.execute(db)
}

/** Stores of one tenant under one name share a place. */
async function isInStore(db: Db, { id, sha256 }: Removed, bucketName: string): Promise<boolean> {
  const others = await sql`select 1 from file_object f join oss_config o on o.id = f.store_id
    where f.sha256 = ${sha256} and f.id <> ${id} and o.bucket_name = ${bucketName} limit 1`.execute(db)
  return others.rows.length > 0
}

/** All tenants share the installation's own store; the wall lets see one at a time. */
async function isInStandingStore(db: Db, tenantId: string, { id, sha256 }: Removed): Promise<boolean> {
  const tenants = await sql<{ id: string }>`select tenant_id as id from tenant`.execute(db)
  let isShared = false
  for (const tenant of tenants.rows) {
    await sql`select set_config('app.tenant', ${tenant.id}, true)`.execute(db)
    const others = await sql`select 1 from file_object
      where sha256 = ${sha256} and id <> ${id} and store_id is null limit 1`.execute(db)
    isShared ||= others.rows.length > 0
  }
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(db)
  return isShared
}
