import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './pool.ts'
import { own } from './table.ts'
import { installation } from './tables.ts'

const NAME = 'masterKey'

/** Tells keys apart without telling the key. */
function fingerprintOf(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('fingerprint of the master key').digest('hex')
}

/** Notes the key at the first start; throws when the database was filled under another one. */
export async function assertMasterKey({ open }: Pick<Database, 'open'>, masterKey: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(masterKey)
  await sql`insert into ${own(installation)} (name, value) values (${NAME}, ${fingerprint})
    on conflict (name) do nothing`.execute(open)
  const found = await sql<{ value: string }>`select i.value from ${own(installation)} i where i.name = ${NAME}`.execute(
    open,
  )
  if (found.rows[0]?.value === fingerprint) return
  throw new Error(
    '主密钥与数据库不符：数据库中的密码和日志链是用另一把主密钥加密的。' +
      '请恢复数据文件夹里原来的 secrets.json，或用 MASTER_KEY 给出原来的主密钥',
  )
}

/** Notes the key that everything has just been encrypted under. */
export async function keepMasterKey({ open }: Pick<Database, 'open'>, masterKey: Buffer): Promise<void> {
  await sql`insert into ${own(installation)} (name, value) values (${NAME}, ${fingerprintOf(masterKey)})
    on conflict (name) do update set value = excluded.value`.execute(open)
}
