import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { APP_ROLE } from './limited-pool.ts'

const LOGIN = 'exam_login'
const PASSWORD_FILE = 'pg.app.password'
/** Wrong password, no such role, a role that may not sign in. */
const REFUSED = new Set(['28P01', '28000'])

/** Address of the embedded database for the running program, which signs in there as somebody who owns nothing. */
export async function embeddedLogin(ownerUrl: string, dataDir: string): Promise<string> {
  const url = new URL(ownerUrl)
  url.username = LOGIN
  url.password = passwordIn(join(dataDir, PASSWORD_FILE))
  await ensureLogin(ownerUrl, url.href)
  return url.href
}

function passwordIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const made = randomBytes(24).toString('hex')
    writeFileSync(path, made, { mode: 0o600 })
    return made
  }
}

/**
 * Lets the program in: when the account of `appUrl` cannot sign in, the owner makes it, with that password and the rights
 * of the program's role. Throws when the account may do more than that role.
 */
export async function ensureLogin(ownerUrl: string, appUrl: string): Promise<void> {
  const open = () => onClient(appUrl, (client) => assertLeast(client))
  await open().catch(async (error: unknown) => {
    if (!REFUSED.has((error as { code?: string }).code ?? '')) throw error
    await onClient(ownerUrl, (client) => makeLogin(client, new URL(appUrl)))
    await open()
  })
}

async function makeLogin(client: pg.Client, { username, password }: URL): Promise<void> {
  const [name, text] = [decodeURIComponent(username), decodeURIComponent(password)]
  const known = await client.query('select 1 from pg_roles where rolname = $1', [name])
  const verb = known.rowCount ? 'alter' : 'create'
  // The password of somebody who may do more is not this program's to change.
  await assertLeast(client, name)
  await client.query(`${verb} role ${client.escapeIdentifier(name)} login password ${client.escapeLiteral(text)}`)
  if (name !== APP_ROLE) await client.query(`grant ${APP_ROLE} to ${client.escapeIdentifier(name)}`)
}

/** Who is signed in, or the account named, neither passes row level security nor makes roles nor becomes the tables' owner. */
async function assertLeast(client: pg.Client, name?: string): Promise<void> {
  const found = await client.query<{ is_more: boolean }>(
    `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or exists (
       select 1 from pg_class c where c.relnamespace = 'public'::regnamespace and pg_has_role(r.oid, c.relowner, 'member')
     ) as is_more from pg_roles r where rolname = coalesce($1, session_user)`,
    [name],
  )
  if (found.rows[0]?.is_more)
    throw new Error('DATABASE_URL: 该账号的权限过大，设置了 MIGRATE_DATABASE_URL 时它不能拥有表或角色')
}

async function onClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
