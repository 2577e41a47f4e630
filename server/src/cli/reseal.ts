import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { tenantIds } from '../domains/log/retention.ts'
import type { Db } from '../platform/ctx.ts'
import { tenantDialect } from '../platform/db/driver.ts'
import type { Database } from '../platform/db/pool.ts'
import { decryptSecret, encryptSecret } from '../platform/secret.ts'
import { SEALED_LOGS } from '../domains/log/audit-chain.ts'
import { type MasterKeys, type ReadAndWrite, resealChain } from '../domains/log/audit-reseal.ts'

interface SealedColumn {
  table: string
  key: string
  column: string
  place: (id: string) => string
}

/** Every column that holds sealed text, with the place it is sealed for. */
const COLUMNS: SealedColumn[] = [
  { table: 'user_factor', key: 'user_id', column: 'secret', place: (id) => `user_factor.secret:${id}` },
  {
    table: 'social_provider',
    key: 'id',
    column: 'client_secret',
    place: (id) => `social_provider.client_secret:${id}`,
  },
  { table: 'oss_config', key: 'id', column: 'secret_key', place: (id) => `oss_config:${id}:secret_key` },
  { table: 'sms_config', key: 'id', column: 'secret_key', place: (id) => `sms_config:${id}:secret_key` },
  { table: 'data_source', key: 'id', column: 'password', place: (id) => `data_source:${id}:password` },
  { table: 'wx_account', key: 'id', column: 'secret', place: (id) => `wx_account:${id}:secret` },
  { table: 'wx_account', key: 'id', column: 'token', place: (id) => `wx_account:${id}:token` },
  { table: 'wx_account', key: 'id', column: 'aes_key', place: (id) => `wx_account:${id}:aes_key` },
]

/**
 * Everything of one tenant that hangs on the master key, under a new one, in one transaction: sealed secrets and the
 * chains of its logs. What is under the new key already stays, so that a run that broke off may be repeated. Throws
 * when a secret opens with neither key or a chain does not hold; nothing of the tenant is changed then.
 */
export function resealTenant({ read, write }: ReadAndWrite, keys: MasterKeys, tenantId: string): Promise<number> {
  return write.transaction().execute(async (trx) => {
    const ways = { read, write: trx }
    let count = 0
    for (const column of COLUMNS) count += await resealColumn(ways, keys, column)
    for (const source of SEALED_LOGS) await resealChain(ways, keys, tenantId, source)
    return count
  })
}

async function resealColumn(
  { read, write }: ReadAndWrite,
  keys: MasterKeys,
  { table, key, column, place }: SealedColumn,
): Promise<number> {
  const [id, value] = [sql.ref(key), sql.ref(column)]
  const found = await sql<{ id: string; sealed: string }>`select ${id}::text as id, ${value} as sealed
    from ${sql.table(table)} where ${value} like 'v1.%' order by 1`.execute(read)
  let count = 0
  for (const row of found.rows) {
    if (opens(keys.next, place(row.id), row.sealed)) continue
    if (!opens(keys.old, place(row.id), row.sealed)) throw new Error(`${table} ${row.id} 的密文不能用原主密钥打开`)
    const sealed = encryptSecret(keys.next, place(row.id), decryptSecret(keys.old, place(row.id), row.sealed))
    await sql`update ${sql.table(table)} set ${value} = ${sealed} where ${id} = ${row.id}`.execute(write)
    count += 1
  }
  return count
}

function opens(key: Buffer, place: string, sealed: string): boolean {
  try {
    decryptSecret(key, place, sealed)
    return true
  } catch {
    return false
  }
}

/** All tenants, one after the other; answers how many secrets were sealed anew. */
export async function resealAll(database: Database, keys: MasterKeys): Promise<number> {
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  try {
    let count = 0
    for (const tenantId of await tenantIds(database)) {
      const write: Db = new Kysely({ dialect: tenantDialect(owner, tenantId) })
      count += await resealTenant({ read: database.tenant(tenantId), write }, keys, tenantId)
    }
    return count
  } finally {
    await owner.end()
  }
}
