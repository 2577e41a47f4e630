import * as call from '@xueheng/contract/domains/mp/wx-account.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { type Query, findBy, findRow, listPage, textOf } from '../../platform/rows/read.ts'
import type { StoredRow } from '../../platform/rows/rows.ts'
import { remove, submit } from '../../platform/rows/write.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, fault } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { encryptSecret } from '../../platform/secret.ts'
import { own } from '../../platform/db/table.ts'
import { wxAccount } from './tables.ts'

const SECRETS = ['secret', 'token', 'aesKey'] as const
type SecretName = (typeof SECRETS)[number]

const { secret: _secret, token: _token, aesKey: _aesKey, ...openFields } = call.wxAccount.fields
/** The account as generic reading and writing know it: its secrets do not occur. */
const open = { ...call.wxAccount, fields: openFields as Fields }

/** Where a secret belongs; sealed values do not open anywhere else. */
export function wxSecretPlace(id: string, name: SecretName): string {
  return `wx_account:${id}:${snake(name)}`
}

export function wxAccountHandlers({ masterKey }: Pick<Config, 'masterKey'>): Implementation[] {
  const save = (ctx: Ctx, input: Query) => saveAccount(masterKey, ctx, input) as Promise<never>
  return [
    implement(call.wxAccountList, async (ctx, input) => {
      const page = await listPage(open, ctx, input)
      return { ...page, records: (await withMarks(ctx, page.records)) as never[] }
    }),
    implement(
      call.wxAccountDetail,
      async (ctx, { id, appid }) => (await shownAccount(ctx, id ?? appid ?? '')) as never,
    ),
    implement(call.wxAccountInfo, async (ctx, { id }) => (await shownAccount(ctx, id)) as never),
    implement(call.wxAccountSave, save),
    implement(call.wxAccountSubmit, save),
    implement(call.wxAccountDelete, (ctx, input) => removeAccounts(ctx, idsOf({ ids: input.items }))),
  ]
}

/** By id or by appid. */
async function findAccount(ctx: Ctx, key: string): Promise<StoredRow | undefined> {
  if (key === '') throw new AppError('request.missing', { name: 'id' })
  return /^\d{15,19}$/.test(key) ? findRow(open, ctx, key) : findBy(open, ctx, { appid: key })
}

async function shownAccount(ctx: Ctx, key: string): Promise<StoredRow | null> {
  const row = await findAccount(ctx, key)
  return row ? ((await withMarks(ctx, [row]))[0] ?? null) : null
}

interface Marks {
  id: string
  hasSecret: number
  hasToken: number
  hasAesKey: number
}

/** Whether each secret is set; what it is leaves the server never. */
async function withMarks(ctx: Ctx, rows: StoredRow[]): Promise<StoredRow[]> {
  const found = await sql<Marks>`select id, (coalesce(secret, '') <> '')::int as has_secret,
      (coalesce(token, '') <> '')::int as has_token, (coalesce(aes_key, '') <> '')::int as has_aes_key
    from ${own(wxAccount)} where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db)
  return rows.map((row) => ({ ...row, ...found.rows.find((marks) => marks.id === row.id) }))
}

async function saveAccount(masterKey: Buffer, ctx: Ctx, input: Query): Promise<StoredRow> {
  const isNew = !input['id']
  assertMay(ctx, isNew ? 'wxaccount_add' : 'wxaccount_edit')
  assertSecrets(input, isNew)
  const row = await submit(open, ctx, input)
  const given = SECRETS.filter((name) => textOf(input[name]) !== '')
  for (const name of given) {
    const sealed = encryptSecret(masterKey, wxSecretPlace(row.id, name), textOf(input[name]))
    await sql`update ${own(wxAccount)} set ${sql.ref(snake(name))} = ${sealed} where id = ${row.id}`.execute(ctx.db)
  }
  if (given.length > 0) {
    const after = { changed: given.join() }
    await logOperation(ctx, 'wxAccount.secret', '更换公众号密钥', { entity: open.name, rowId: row.id, after })
  }
  return (await withMarks(ctx, [row]))[0] as StoredRow
}

function assertSecrets(input: Query, isNew: boolean): void {
  if (isNew && textOf(input['appid']) && !textOf(input['secret'])) throw fault('secret', '请输入AppSecret')
  const aesKey = textOf(input['aesKey'])
  if (aesKey !== '' && !/^[A-Za-z0-9]{43}$/.test(aesKey)) throw fault('aesKey', 'EncodingAESKey应为43位字母或数字')
  const token = textOf(input['token'])
  if (token !== '' && !/^[A-Za-z0-9]{3,32}$/.test(token)) throw fault('token', 'Token应为3到32位字母或数字')
}

/** The rows are hidden and their secrets gone. */
async function removeAccounts(ctx: Ctx, keys: string[]): Promise<void> {
  const rows: StoredRow[] = []
  for (const key of keys) {
    const row = await findAccount(ctx, key)
    if (!row) throw new AppError('row.notFound')
    rows.push(row)
  }
  await remove(
    open,
    ctx,
    rows.map((row) => row.id),
  )
  await sql`update ${own(wxAccount)} set secret = null, token = null, aes_key = null
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db)
}
