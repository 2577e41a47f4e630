import { createHmac } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../server/src/platform/db/embedded.ts'
import type { Person } from './own-tenant.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** What an authenticator shows for a key (RFC 6238); `ahead` steps from now. */
export function numberFor(secret: string, ahead = 0): string {
  const letters = [...secret.replaceAll(/[^A-Z2-7]/g, '')]
  const bits = letters.map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The last proof of who sits there is eleven minutes old: nobody waits for that in a test. */
export async function letProofAge({ tenantId, account }: Person): Promise<void> {
  const dataDir = process.env['E2E_DATA']
  if (!dataDir) throw new Error('E2E_DATA: the data folder of the server under E2E_URL')
  const { url } = await startPostgres(dataDir)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `update auth_session set fresh_time = now() - interval '11 minutes'
     where user_id = (select id from sys_user where tenant_id = $1 and account = $2 and is_deleted = 0)`,
    [tenantId, account],
  )
  await client.query(`select pg_notify('xueheng', 'session:')`)
  await client.end()
}
