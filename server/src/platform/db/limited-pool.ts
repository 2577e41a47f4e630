import type { Duplex } from 'node:stream'
import pg from 'pg'

/** The role the program works under: it owns nothing and cannot pass row level security. */
export const APP_ROLE = 'exam_app'

export interface PoolOptions {
  url: string
  size: number
  /** What the database server lists the connections by. */
  name: string
  /** How long is waited for a connection, in ms. */
  waitMs: number
  /** Makes the sockets, for who wants to hold them. */
  stream?: () => Duplex
}

/** Connections under the limited role; one that does not get it is not used. */
export function limitedPool({ url, size, name, waitMs, stream }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    options: `-c role=${APP_ROLE} -c search_path=public`,
    application_name: name,
    keepAlive: true,
    onConnect: holdRole,
    connectionTimeoutMillis: waitMs,
    ...(stream && { stream }),
  })
  // Without a listener of its own a connection that ends while it is in use would end the program.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool.on('error', () => undefined)
}

/** Every new connection, not those of the start alone: a pooler that forgets the role later would pass row level security. */
async function holdRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  if (rows[0]?.name !== APP_ROLE)
    throw new Error(`DATABASE_URL: 连接没有得到受限的角色 ${APP_ROLE}，已拒绝使用。请直接连接数据库，不要经过连接池`)
}
