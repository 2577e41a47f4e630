import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import type { StoredValues } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { ProviderAccount } from '../../platform/provider/provider.ts'
import { decryptField } from '../../platform/secret.ts'
import type { MpDeps } from './deps.ts'

/** A public account with its secrets in plain; they leave by no call and no log. */
export interface Account extends ProviderAccount {
  appid: string
  name: string
  type: number
  isVerified: boolean
  token: string
  aesKey: string
}

type Stored = { id: string } & StoredValues<typeof wxAccount.fields>

const COLUMNS = sql`a.id, a.appid, a.name, a.type, a.verified, a.secret, a.token, a.aes_key`
const ALL = every(wxAccount, 'messages and jobs speak for an account whoever set it off')

/** Mini programs have neither menu nor followers. */
const MINI_PROGRAM = 3

/**
 * The appid chosen by whoever asks: named in the call, in the cookie, else the first account. What the cookie names may be
 * gone; what a call names must be there. Refuses where there is no account.
 */
export async function chosenAppid(ctx: Ctx, given?: string | null): Promise<string> {
  const wanted = given || ctx.cookie?.('appid') || ''
  const found = await sql<{ appid: string }>`select a.appid from ${visible(ctx, wxAccount)} a
    order by a.appid = ${wanted} desc, a.create_time, a.id limit 1`.execute(ctx.db)
  const appid = found.rows[0]?.appid
  if (!appid) throw refuse('请先选择公众号')
  if (given && appid !== given) throw refuse('公众号不存在或已被删除')
  return appid
}

/** The account whose rows a list of entities shows: one that is named but not there has none, as with any other filter. */
export async function listedAppid(ctx: Ctx, given: unknown): Promise<string> {
  return typeof given === 'string' && given !== '' ? given : chosenAppid(ctx)
}

/** The same with its secrets, ready to be spoken for. */
export async function chosenAccount(ctx: Ctx, deps: MpDeps, given?: string | null): Promise<Account> {
  return accountOf(ctx, deps, await chosenAppid(ctx, given))
}

/** An account by its appid, for work that goes on without the one who asked for it. */
export async function accountOf(
  ctx: { db: Db; user: { tenantId: string } },
  deps: MpDeps,
  appid: string,
): Promise<Account> {
  const account = await findAccount(ctx.db, deps, ctx.user.tenantId, appid)
  if (!account) throw new AppError('row.notFound')
  if (account.secret === '') throw refuse('请先在公众号账号中填写AppSecret')
  return account
}

/** An account that may lack its secret; nothing where it is gone. */
export async function findAccount(
  db: Db,
  { config }: MpDeps,
  tenantId: string,
  appid: string,
): Promise<Account | undefined> {
  const found = await sql<Stored>`select ${COLUMNS} from ${ALL} a
    where a.appid = ${appid} and a.is_deleted = 0`.execute(db)
  const row = found.rows[0]
  if (!row) return undefined
  const plain = (field: 'secret' | 'token' | 'aesKey') => decryptField(config.masterKey, wxAccount, row, field)
  return {
    tenantId,
    id: row.id,
    key: row.appid,
    appid: row.appid,
    name: row.name,
    type: row.type,
    isVerified: row.verified === 1,
    secret: plain('secret'),
    token: plain('token'),
    aesKey: plain('aesKey'),
  }
}

/** Refuses what mini programs do not have. */
export function assertPublic({ type }: Account): void {
  if (type === MINI_PROGRAM) throw refuse('小程序没有菜单、标签、二维码和模板消息，请选择公众号')
}

/** What clients of this family call paging and order, in our words. */
export function familyQuery(query: Record<string, unknown>): Record<string, unknown> {
  const { page, limit, sidx, order, ...rest } = query
  return {
    ...rest,
    ...(rest['current'] === undefined && page !== undefined && { current: page }),
    ...(rest['size'] === undefined && limit !== undefined && { size: limit }),
    ...(typeof sidx === 'string' && sidx !== '' && { [order === 'asc' ? 'ascs' : 'descs']: sidx }),
  }
}
