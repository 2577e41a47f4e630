import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../ctx.ts'
import type { Database } from '../db/pool.ts'
import { lockBytes } from './bytes-lock.ts'
import { openStore } from './store.ts'
import { type TenantStores, openTenantStore } from './tenant-stores.ts'
import { own } from '../db/table.ts'
import { fileObject } from './tables.ts'

interface Removed {
  id: string
  sha256: string
  storeId: string | null
}

/** What clearing files takes from the rest of the program. */
export interface PurgeDeps {
  config: Config
  database: Database
  stores: TenantStores
  /** Every tenant of the installation. */
  tenantIds(): Promise<string[]>
}

/**
 * Removes for good what the tenant removed longer ago than `days`: the rows, and their bytes from the store they lie
 * in unless another row has the same. Bytes go before their row, so that a store that fails is asked again the next
 * night. Answers the number of rows gone.
 */
export async function purgeFiles(deps: PurgeDeps, tenantId: string, days: number): Promise<number> {
  const db = deps.database.tenant(tenantId)
  const found = await sql<Removed>`select id, sha256, store_id from ${own(fileObject)}
    where is_deleted = 1 and delete_time < now() - ${days} * interval '1 day' order by id`.execute(db)
  for (const file of found.rows) {
    await db.transaction().execute((inside) => purgeFile(deps, inside, tenantId, file))
  }
  return found.rows.length
}

async function purgeFile(deps: PurgeDeps, db: Db, tenantId: string, file: Removed): Promise<void> {
  const { config, stores } = deps
  await lockBytes(db, file.sha256, 'exclusive')
  if (file.storeId) {
    const store = await stores.byId({ db }, file.storeId)
    const shared = await stores.idsOfBucket({ db }, store.bucketName)
    if (!(await isInStores(db, file, shared))) await openTenantStore(config, store).remove(file.sha256)
  } else if (!(await isInStandingStore(deps, db, tenantId, file))) await openStore(config).remove(file.sha256)
  await sql`delete from ${own(fileObject)} where id = ${file.id}`.execute(db)
}

/** Stores of one tenant under one name share a place. */
async function isInStores(db: Db, { id, sha256 }: Removed, storeIds: string[]): Promise<boolean> {
  const others = await sql`select 1 from ${own(fileObject)} f
    where f.sha256 = ${sha256} and f.id <> ${id} and f.store_id = any(${storeIds}::bigint[]) limit 1`.execute(db)
  return others.rows.length > 0
}

/** All tenants share the installation's own store; the wall lets see one at a time. */
async function isInStandingStore(
  { tenantIds }: PurgeDeps,
  db: Db,
  tenantId: string,
  { id, sha256 }: Removed,
): Promise<boolean> {
  const tenants = await tenantIds()
  let isShared = false
  for (const one of tenants) {
    await sql`select set_config('app.tenant', ${one}, true)`.execute(db)
    const others = await sql`select 1 from ${own(fileObject)}
      where sha256 = ${sha256} and id <> ${id} and store_id is null limit 1`.execute(db)
    isShared ||= others.rows.length > 0
  }
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(db)
  return isShared
}
