import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { CtxUser, Db, Scope } from '../ctx.ts'
import { PROOF_MS } from '../access/step-up.ts'
import type { Database } from '../db/pool.ts'
import { nextId } from '../db/id.ts'
import { POSITION } from '../db/replica.ts'
import type { Listener } from '../db/listen.ts'
import { own } from '../db/table.ts'
import { sessionLookups } from '../watched.ts'
import { authSession, authUsedRefresh } from './tables.ts'

/** A signed-in user as requests see it. */
export interface Session {
  user: CtxUser
  scope: Scope
  expires: number
  /** When, in ms, time alone changes what is known of the user: until then it may be remembered. Never without it. */
  changesAt?: number
  /** How far the database's log was when it was read, where there is a replica: rights and rows are not older. */
  position?: bigint
}

export interface Tokens {
  accessToken: string
  refreshToken: string
  expiresIn: number
}

/** Where a sign-in comes from and how it was done. */
export interface From {
  ip: string
  agent: string
  way?: string
  /** Who looks with the user's eyes, and the session that view hangs on. */
  viewer?: { id: string; sessionId: string }
}

/** How long the tokens of a client live, in seconds. */
export interface Lifetimes {
  access: number
  refresh: number
  /** How long the sign-in itself counts as a proof of who one is, where that is longer than usual. */
  proof?: number
}

const LIFETIMES: Lifetimes = { access: 3600, refresh: 604_800 }
/** Windows of one browser may renew at the same moment; later it is a replay. */
const RACE_SECONDS = 10
/** Renewals reach no further: after so many days one signs in again. */
const LONGEST_DAYS = 30
const CACHE_MS = 60_000
const CACHE_LIMIT = 20_000
const END = sql`create_time + ${LONGEST_DAYS} * interval '1 day'`

/** The session a user is loaded for, and who looks through it when it is not that user. */
export interface SessionLink {
  id: string
  /** `isAlive`: the session the view was opened from is still there. */
  viewer?: { id: string; sessionId: string; isAlive: boolean }
}

/** Reads a user as he is now; nothing when he may not be signed in. */
export type LoadUser = (
  tenantId: string,
  userId: string,
  session: SessionLink,
) => Promise<Omit<Session, 'expires' | 'position'> | undefined>

interface SessionRow {
  id: string
  tenantId: string
  userId: string
  viewerId: string | null
  viewerSessionId: string | null
  isViewerAlive: boolean
  accessExpire: Date
  freshTime: Date
  /** Its last use is not of this minute. */
  isQuiet: boolean
  position: string | null
}

interface Cached {
  session: Session | undefined
  until: number
}

/**
 * Sessions live in the database under the hash of their token; each process keeps those it has seen for a minute
 * and forgets them the moment any process ends or changes one.
 */
export class Sessions {
  private readonly cache = new Map<string, Cached>()
  /** Counts what was forgotten: an answer read before an end must not be remembered after it. */
  private age = 0

  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
    private readonly loadUser: LoadUser,
  ) {
    listener.on('session', () => this.clear())
  }

  async find(token: string): Promise<Session | undefined> {
    const hash = hashOf(token)
    const known = this.cache.get(hash)
    const now = Date.now()
    const isKnown = known !== undefined && known.until > now
    sessionLookups.inc({ from: isKnown ? 'memory' : 'database' })
    if (isKnown) return known.session && known.session.expires > now ? known.session : undefined
    const { age } = this
    const session = await this.read(hash)
    if (this.cache.size >= CACHE_LIMIT) this.cache.clear()
    const until = Math.min(now + (session ? CACHE_MS : 2000), session?.changesAt ?? Infinity)
    if (age === this.age) this.cache.set(hash, { session, until })
    return session
  }

  private async read(hash: string): Promise<Session | undefined> {
    const found = await sql<SessionRow>`
      select id, tenant_id, user_id, viewer_id, viewer_session_id, access_expire, fresh_time,
        active_time < now() - interval '1 minute' as is_quiet,
        exists(select 1 from ${own(authSession)} o where o.id = s.viewer_session_id) as is_viewer_alive,
        ${this.database.replica ? POSITION : sql`null`} as position
      from ${own(authSession)} s where token_hash = ${hash} and access_expire > now()`.execute(this.database.open)
    const row = found.rows[0]
    if (!row) return undefined
    if (row.isQuiet)
      await sql`update ${own(authSession)} set active_time = now() where id = ${row.id}`.execute(this.database.open)
    const loaded = await this.loadUser(row.tenantId, row.userId, linkOf(row))
    if (!loaded) return undefined
    const freshUntil = row.freshTime.getTime() + PROOF_MS
    const position = row.position === null ? {} : { position: BigInt(row.position) }
    return { ...loaded, user: { ...loaded.user, freshUntil }, expires: row.accessExpire.getTime(), ...position }
  }

  /** `userId` 0 is a guest: signed in at a provider, nobody here yet. `db`: where it is part of something greater. */
  async open(
    tenantId: string,
    userId: string,
    from: From,
    life = LIFETIMES,
    db: Db = this.database.open,
  ): Promise<Tokens> {
    const tokens = newTokens(life)
    await sql`insert into ${own(authSession)} (id, token_hash, refresh_hash, tenant_id, user_id, remote_ip, user_agent, way, viewer_id, viewer_session_id, access_life, access_expire, refresh_expire, fresh_time)
      values (${nextId()}, ${hashOf(tokens.accessToken)}, ${hashOf(tokens.refreshToken)}, ${tenantId}, ${userId}, ${from.ip}, ${from.agent.slice(0, 500)},
        ${from.way ?? 'password'}, ${from.viewer?.id ?? null}, ${from.viewer?.sessionId ?? null}, ${life.access},
        now() + ${life.access} * interval '1 second', now() + ${life.refresh} * interval '1 second',
        now() + ${Math.max((life.proof ?? 0) - PROOF_MS / 1000, 0)} * interval '1 second')`.execute(db)
    return tokens
  }

  /** New tokens for a refresh token; both old ones end. Nothing when it is unknown or too old; a used one ends the session. */
  async refresh(
    refreshToken: string,
    life = LIFETIMES,
  ): Promise<{ tokens: Tokens; tenantId: string; userId: string } | undefined> {
    const tokens = newTokens(life)
    const result = await sql<{ tenantId: string; userId: string }>`with renewed as (update ${own(authSession)}
      set token_hash = ${hashOf(tokens.accessToken)}, refresh_hash = ${hashOf(tokens.refreshToken)}, active_time = now(), access_life = ${life.access},
        access_expire = least(now() + ${life.access} * interval '1 second', ${END}),
        refresh_expire = least(now() + ${life.refresh} * interval '1 second', ${END})
      where refresh_hash = ${hashOf(refreshToken)} and refresh_expire > now() and ${END} > now() and viewer_id is null returning id, tenant_id, user_id),
      used as (insert into ${own(authUsedRefresh)} (hash, session_id) select ${hashOf(refreshToken)}, id from renewed)
      select tenant_id, user_id from renewed`.execute(this.database.open)
    const row = result.rows[0]
    if (!row) await this.endReplayed(hashOf(refreshToken))
    if (!row) return undefined
    await this.forget()
    return { tokens, tenantId: row.tenantId, userId: row.userId }
  }

  /** RFC 9700, 4.14.2: nobody knows which of the two is the thief, so both have to sign in. */
  private async endReplayed(hash: string): Promise<void> {
    const ended = await sql`delete from ${own(authSession)} s using ${own(authUsedRefresh)} u where u.hash = ${hash}
      and s.id = u.session_id and u.use_time < now() - ${RACE_SECONDS} * interval '1 second' returning s.id`.execute(
      this.database.open,
    )
    if (ended.rows.length > 0) await this.forget()
  }

  /** Its holder has just proved who they are. */
  async confirm(sessionId: string): Promise<void> {
    await sql`update ${own(authSession)} set fresh_time = greatest(fresh_time, now()) where id = ${sessionId}`.execute(
      this.database.open,
    )
    await this.forget()
  }

  /** The same with new tokens, for who asks for them; the old pair ends. */
  async confirmAnew(sessionId: string): Promise<Tokens | undefined> {
    const tokens = newTokens(LIFETIMES)
    const found = await sql<{ accessLife: number }>`with old as (select id, refresh_hash from ${own(authSession)}
        where id = ${sessionId} and viewer_id is null for update),
      used as (insert into ${own(authUsedRefresh)} (hash, session_id) select refresh_hash, id from old)
      update ${own(authSession)} s set token_hash = ${hashOf(tokens.accessToken)}, refresh_hash = ${hashOf(tokens.refreshToken)},
        fresh_time = greatest(fresh_time, now()), active_time = now(), access_expire = least(now() + access_life * interval '1 second', ${END})
      from old where s.id = old.id returning s.access_life`.execute(this.database.open)
    await this.forget()
    const life = found.rows[0]?.accessLife
    return life === undefined ? undefined : { ...tokens, expiresIn: life - 1 }
  }

  async end(sessionId: string): Promise<void> {
    await sql`delete from ${own(authSession)} where id = ${sessionId}`.execute(this.database.open)
    await this.forget()
  }

  /** Ends every session of a user, or all but one: kick-out, password change, change of rights. */
  async endAll(userId: string, exceptSessionId = '0'): Promise<void> {
    await sql`delete from ${own(authSession)} where user_id = ${userId} and id <> ${exceptSessionId}`.execute(
      this.database.open,
    )
    await this.forget()
  }

  /** Ends every session of these tenants in the caller's transaction; `changed` is to follow it. */
  async endTenants(db: Db, tenantIds: string[]): Promise<void> {
    await sql`delete from ${own(authSession)} where tenant_id = any(${tenantIds})`.execute(db)
  }

  /** Which of these sessions still are: not ended, their time not over, a view's administrator still signed in. */
  async living(ids: string[]): Promise<ReadonlySet<string>> {
    const found = await sql<{ id: string }>`select id from ${own(authSession)} s where id = any(${ids}::bigint[])
        and access_expire > now() and (viewer_session_id is null
          or exists (select 1 from ${own(authSession)} o where o.id = s.viewer_session_id))`.execute(this.database.open)
    return new Set(found.rows.map((row) => row.id))
  }

  /** Rights have changed: every process reads them anew with the next request. */
  changed(): Promise<void> {
    return this.forget()
  }

  private clear(): void {
    this.age += 1
    this.cache.clear()
  }

  private async forget(): Promise<void> {
    this.clear()
    await this.listener.notify('session', '')
  }

  /** Removes those that nobody can renew any more. */
  async sweep(): Promise<void> {
    await sql`delete from ${own(authSession)} where refresh_expire < now()`.execute(this.database.open)
  }
}

function linkOf({ id, viewerId, viewerSessionId, isViewerAlive }: SessionRow): SessionLink {
  if (!viewerId) return { id }
  return { id, viewer: { id: viewerId, sessionId: viewerSessionId ?? '', isAlive: isViewerAlive } }
}

/**
 * The sessions of a tenant's users that can still be renewed, as rows of a statement; who looks with a user's eyes is
 * not that user.
 */
export function openSessions(tenantId: string): RawBuilder<unknown> {
  return sql`(select * from ${own(authSession)}
    where tenant_id = ${tenantId} and refresh_expire > now() and viewer_id is null)`
}

function newTokens(life: Lifetimes): Tokens {
  return {
    accessToken: randomBytes(32).toString('base64url'),
    refreshToken: randomBytes(32).toString('base64url'),
    expiresIn: life.access - 1,
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of a request: header Blade-Auth, else the query parameter; `bearer ` in front is optional. */
export function tokenOf(headers: Record<string, unknown>, query: unknown): string | undefined {
  const inQuery = Object.entries(query ?? {}).find(([name]) => isTokenName(name))?.[1]
  const raw = headers['blade-auth'] || inQuery
  if (typeof raw !== 'string' || raw === '') return undefined
  return raw.replace(/^bearer\s+/i, '').trim() || undefined
}

/** `Blade-Auth`, however it is written. */
export function isTokenName(name: string): boolean {
  return name.toLowerCase() === 'blade-auth'
}
