import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { secretNames } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { tenantIds } from '../domains/log/retention.ts'
import type { Db } from '../platform/ctx.ts'
import { tenantDialect } from '../platform/db/driver.ts'
import type { Database } from '../platform/db/pool.ts'
import type { Table } from '../platform/db/table.ts'
import { into } from '../platform/access/doors.ts'
import { userFactor } from '../domains/credentials/tables.ts'
import { keyPlace } from '../domains/seal/key-provider.ts'
import { sealKey } from '../domains/seal/tables.ts'
import { tokenPlace } from '../platform/provider/access-token.ts'
import { providerToken } from '../platform/provider/tables.ts'
import { decryptSecret, encryptSecret, secretPlaces } from '../platform/secret.ts'
import { SEALED_LOGS } from '../domains/log/audit-chain.ts'
import { type MasterKeys, type ReadAndWrite, resealChain } from '../domains/log/audit-reseal.ts'

interface EncryptedColumn {
  table: AnyEntity | Table
  key: string
  column: string
  /** Where its texts may belong; new ones belong to the first. */
  places: (id: string) => [string, ...string[]]
}

const FACTOR: EncryptedColumn = {
  table: userFactor,
  key: 'user_id',
  column: 'secret',
  places: (id) => [`user_factor.secret:${id}`],
}

const SEAL_KEY: EncryptedColumn = {
  table: sealKey,
  key: 'fingerprint',
  column: 'wrapped',
  places: (fingerprint) => [keyPlace(fingerprint)],
}

const TOKEN: EncryptedColumn = {
  table: providerToken,
  key: 'holder',
  column: 'sealed',
  places: (holder) => [tokenPlace(holder)],
}

/** Every column that holds encrypted texts: those of the secret fields, the keys of second factors and of the sign server, tokens. */
const COLUMNS: EncryptedColumn[] = [
  FACTOR,
  SEAL_KEY,
  TOKEN,
  ...[...registry.entities, ...registry.byHand].flatMap(secretColumns),
]

function secretColumns(entity: AnyEntity): EncryptedColumn[] {
  return secretNames(entity.fields).map((name) => ({
    table: entity,
    key: 'id',
    column: snake(name),
    places: (id) => secretPlaces(entity, id, name),
  }))
}

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
  { table, key, column, places }: EncryptedColumn,
): Promise<number> {
  const [id, value] = [sql.ref(key), sql.ref(column)]
  const found = await sql<{ id: string; text: string }>`select ${id}::text as id, ${value} as text
    from ${into(table)} t where ${value} like 'v1.%' order by 1`.execute(read)
  let count = 0
  for (const row of found.rows) {
    const known = places(row.id)
    if (secretAt(keys.next, known, row.text) !== undefined) continue
    const secret = secretAt(keys.old, known, row.text)
    if (secret === undefined) throw new Error(`${table.name} ${row.id} 的密文不能用原主密钥打开`)
    const text = encryptSecret(keys.next, known[0], secret)
    await sql`update ${into(table)} set ${value} = ${text} where ${id} = ${row.id}`.execute(write)
    count += 1
  }
  return count
}

/** The secret behind a text that belongs to one of the places; nothing under another key. */
function secretAt(key: Buffer, places: string[], text: string): string | undefined {
  for (const place of places) {
    try {
      return decryptSecret(key, place, text)
    } catch {
      // It belongs to the next place, or to another key.
    }
  }
  return undefined
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
