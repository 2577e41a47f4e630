import pg from 'pg'
import { APP_ROLE } from './limited-pool.ts'

/*
 * Who is signed in is told to PostgreSQL once for a connection: its role at the start, its tenant whenever that changes. A
 * pooler that lends a server to another client after every transaction would hand that on: rows of one tenant would reach
 * another. Such poolers are recognised at the start and refused.
 */

const ROUNDS = 5
const WAIT_MS = 10_000

const SHARED =
  '数据库前的连接池按事务或按语句共用连接，各租户的数据会互相看到，程序不能启动。请把连接池改为会话模式（pgbouncer：pool_mode = session），或直接连接数据库'
const OPTIONS =
  '数据库前的连接池丢弃或拒绝了启动参数 options，程序无法以受限的角色工作，不能启动。请直接连接数据库，或改用会原样转发启动参数的连接池'

/**
 * Throws where two connections share a server process: each is to be a session of its own. Asked over and over, as another
 * client of the pooler may come between. `name`: of the setting.
 */
export async function assertOwnSessions(url: string, name = 'DATABASE_URL'): Promise<void> {
  await withClients([clientOf(url), clientOf(url)], async (one, other) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await pidOf(one)
      // A pooler by statement refuses to begin.
      await other.query('begin').catch(() => fail(name, SHARED))
      const second = await pidOf(other)
      const again = await pidOf(one)
      await other.query('rollback')
      if (second === first || again !== first) fail(name, SHARED)
    }
  })
}

/** Throws where a connection does not get the role it asks for at its start. */
export async function assertRole(url: string, name = 'DATABASE_URL'): Promise<void> {
  try {
    await withClients([clientOf(url, `-c role=${APP_ROLE}`)], async (one) => {
      const { rows } = await one.query<{ name: string }>('select current_user as name')
      if (rows[0]?.name !== APP_ROLE) fail(name, OPTIONS)
    })
  } catch (error) {
    if (isUnknownOption(error)) fail(name, OPTIONS)
    throw error
  }
}

/** What a pooler answers that takes no `options`. */
function isUnknownOption(error: unknown): boolean {
  return error instanceof Error && /startup parameter/i.test(error.message)
}

function fail(name: string, message: string): never {
  throw new Error(`${name}: ${message}`)
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

async function withClients<T extends pg.Client[]>(
  clients: [...T],
  work: (...clients: T) => Promise<void>,
): Promise<void> {
  // What ends a connection that is not asked anything is told by the next question.
  for (const client of clients) client.on('error', () => undefined)
  try {
    for (const client of clients) await client.connect()
    await work(...clients)
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

function clientOf(url: string, options?: string): pg.Client {
  return new pg.Client({ connectionString: url, options, connectionTimeoutMillis: WAIT_MS })
}
