import pg from 'pg'
import { APP_ROLE } from '../../platform/db/limited-pool.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { type Reach, isPrivate, resolveHost } from '../../platform/net/address.ts'
import { readAddress } from './source-address.ts'

export interface SourceLogin {
  url: string
  username: string
  password: string
}

const CONNECT_MS = 5000
const STATEMENT_MS = 8000

/** Runs `work` on a connection to a data source that can only read, and not for long. */
export async function withSource<T>(
  login: SourceLogin,
  reach: Reach,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { host, port, database, isEncrypted } = readAddress(login.url)
  const number = await resolveHost(host, reach)
  if (!isEncrypted && !isPrivate(number)) throw refuse('外网数据源须加密连接，请在地址后加 ?sslmode=require')
  const client = new pg.Client({
    host: number,
    port,
    database,
    user: login.username,
    password: login.password,
    ssl: isEncrypted ? { servername: host } : false,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1000,
    options: '-c default_transaction_read_only=on',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await assertForeign(client)
    return await work(client)
  } catch (error) {
    throw error instanceof AppError ? error : refuse(wordsOf(error as { code?: string }))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The product's own tables may be read from outside, never with an account that passes its walls. */
async function assertForeign(client: pg.Client): Promise<void> {
  const found = await client.query<{ is_own: boolean }>(
    `select to_regclass('public.schema_migration') is not null
       and exists (select 1 from pg_roles r where r.rolname = current_user
         and (r.rolsuper or r.rolbypassrls or r.rolcreaterole
           or exists (select 1 from pg_roles a where a.rolname = $1 and pg_has_role(current_user, a.oid, 'member')))) as is_own`,
    [APP_ROLE],
  )
  if (found.rows[0]?.is_own) throw refuse('不能使用本系统自己的数据库账号')
}

/** What a database answered, without what it said about itself. */
function wordsOf({ code = '' }: { code?: string }): string {
  if (code === '28P01' || code === '28000') return '数据源拒绝登录：用户名或密码错误'
  if (code === '3D000') return '数据源里没有这个数据库'
  if (code === '57014') return '数据源响应超时'
  if (code.startsWith('42')) return '数据源的账号没有读取权限'
  return '无法连接数据源'
}
