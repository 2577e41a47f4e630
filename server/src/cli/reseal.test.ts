import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../test/harness.ts'
import { auditKey, seal as sealLog } from '../domains/log/audit-chain.ts'
import { verify } from '../domains/log/audit-verify.ts'
import { replaceMasterKey } from '../platform/local-secrets.ts'
import { decryptSecret, encryptSecret } from '../platform/secret.ts'
import { resealAll } from './reseal.ts'

const app = useTestApp({ ROLES: 'web' })
const next = randomBytes(32)

async function sealedTexts(): Promise<string[]> {
  const client = new pg.Client({ connectionString: app().databaseUrl })
  await client.connect()
  const columns = await client.query<{ t: string; c: string }>(`select c.table_name as t, c.column_name as c
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying')`)
  const found: string[] = []
  for (const { t, c } of columns.rows) {
    const rows = await client.query<{ v: string }>(
      `select "${c}" as v from "${t}" where "${c}" ~ '^v1[.][-_A-Za-z0-9]{38,}$'`,
    )
    found.push(...rows.rows.map((row) => row.v))
  }
  await client.end()
  return found
}

test('everything sealed opens under the new key alone, and the chains hold', async () => {
  const { database } = app().app
  const { config } = app()
  const old = config.masterKey
  const admin = await app().user({ role: 'administrator' })
  const send = async (path: string, body: object) => {
    const { status, msg } = await admin.post(path, body)
    expect([path, status], msg).toEqual([path, 200])
  }
  await send('/api/blade-auth/second-factor/enrol', {})
  const store = { category: 1, ossCode: 'a', bucketName: 'scores', endpoint: 'http://127.0.0.1:9', accessKey: 'A' }
  await send('/api/blade-resource/oss/submit', { ...store, secretKey: 'store' })
  const sms = { category: 9, smsCode: 'b', endpoint: 'http://127.0.0.1:9', secretKey: 'message', templateId: 'T' }
  await send('/api/blade-resource/sms/submit', sms)
  const provider = { source: 'house', title: '统一认证', kind: 'oidc', issuer: 'http://127.0.0.1:9', clientId: 'x' }
  await send('/api/blade-system/social-provider/submit', { ...provider, clientSecret: 'provider', isEnabled: 1 })
  const source = { name: '书库', url: 'postgres://127.0.0.1:9/a', username: 'u', driverClass: 'org.postgresql.Driver' }
  await send('/api/blade-develop/datasource/submit', { ...source, password: 'source' })
  const account = { appid: 'wx1', name: '教育局', type: 2, secret: 'account', token: 'token' }
  await send('/api/yzl-mpweixin/manage/wxAccount/save', account)
  await send('/api/yzl-seseal/signserver/cipher/save', { cipherName: '单位密钥', keyAlgorithm: 1 })
  const db = database.tenant(TENANT)
  await sealLog(db, auditKey(old), TENANT)
  await sealLog(db, auditKey(old), TENANT, 'login_log')
  const before = await sealedTexts()
  expect(before).toHaveLength(8)

  expect(await resealAll(database, { old, next })).toBe(8)
  const after = await sealedTexts()
  expect(after).toHaveLength(8)
  expect(after.filter((text) => before.includes(text))).toEqual([])
  const kept = await sql<{ id: string; s: string }>`select id, secret_key as s from oss_config`.execute(db)
  const row = kept.rows[0] ?? { id: '', s: '' }
  expect(decryptSecret(next, `oss_config:${row.id}:secret_key`, row.s)).toBe('store')
  expect(() => decryptSecret(old, `oss_config:${row.id}:secret_key`, row.s)).toThrow()
  for (const log of ['operation_log', 'login_log'] as const) {
    const verdict = await verify(db, auditKey(next), TENANT, log)
    expect(verdict.checked).toBeGreaterThan(0)
    expect(verdict.broken).toBeUndefined()
    expect((await verify(db, auditKey(old), TENANT, log)).broken?.seq).toBe(1)
  }

  expect(await resealAll(database, { old, next }), 'a second run finds nothing left').toBe(0)
  const foreign = encryptSecret(randomBytes(32), `oss_config:${row.id}:secret_key`, 'x')
  await sql`update oss_config set secret_key = ${foreign} where id = ${row.id}`.execute(db)
  await expect(resealAll(database, { old: next, next: old })).rejects.toThrow('不能用原主密钥打开')
  expect((await verify(db, auditKey(next), TENANT)).broken).toBeUndefined()
})

test('the key in the data folder is replaced, one from elsewhere is left to its owner', () => {
  const { config } = app()
  const path = join(config.dataDir, 'secrets.json')
  const secrets = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  const before = secrets()
  expect(replaceMasterKey(config.dataDir, next, 'ab'.repeat(32))).toBe(false)
  expect(secrets()).toEqual(before)
  expect(replaceMasterKey(config.dataDir, config.masterKey, 'AB'.repeat(32))).toBe(true)
  expect(secrets()).toEqual({ ...before, masterKey: 'ab'.repeat(32) })
})
