import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { refuse } from '../../../platform/error.ts'
import { issueTicket, takeTicket } from '../../credentials/index.ts'
import { KINDS, findProvider } from './provider.ts'
import type { Person } from './provider-types.ts'
import { own } from '../../../platform/db/table.ts'
import { socialAccount } from '../tables.ts'

export interface SocialDeps {
  config: Pick<Config, 'masterKey' | 'isDemo' | 'isPrivateAllowed' | 'outboundHosts' | 'tenantId'>
  database: Database
}

/** Over https browsers keep a cookie of this prefix only from this very host, with `Secure`; plain http is for this machine alone. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-xueheng-social' : 'xueheng-social'
}

const MINUTES = 10

export interface Departure {
  location: string
  cookie: string
}

/** The way to a provider. The state is kept here, serves once, and only in the browser that holds the cookie. */
export async function leaveFor(
  deps: SocialDeps,
  tenantId: string,
  source: string,
  request: FastifyRequest,
): Promise<Departure> {
  const provider = await findProvider(deps.database.tenant(tenantId), deps.config, source)
  if (!provider) throw refuse('没有这种第三方登录方式')
  const [nonce, verifier, browser] = [secret(), secret(), secret()]
  const redirectUri = provider.redirectUri || `${request.protocol}://${request.host}/oauth/redirect/${source}`
  const data = { source, nonce, verifier, redirectUri, browser: hashOf(browser) }
  const state = await issueTicket(deps.database.open, 'state', { tenantId, userId: '', data }, MINUTES)
  const location = await KINDS[provider.kind].authorizeUrl(provider, { state, nonce, verifier, redirectUri })
  const isSecure = request.protocol === 'https' ? '; Secure' : ''
  const cookie = `${cookieName(request)}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MINUTES * 60}${isSecure}`
  return { location, cookie }
}

export interface Return {
  tenantId: string
  source: string
  code: string
  state: string
}

/** Who came back from a provider, by code and state. Throws in the user's words when anything does not fit. */
export async function personOf(deps: SocialDeps, back: Return, request: FastifyRequest): Promise<Person> {
  const ticket = await takeTicket(deps.database.open, 'state', back.state)
  const { source = '', nonce = '', verifier = '', redirectUri = '', browser = '' } = ticket?.data ?? {}
  const isOurs = ticket?.tenantId === back.tenantId && source === back.source
  if (!isOurs || hashOf(cookieOf(request)) !== browser) throw refuse('登录状态已失效，请重新登录')
  if (!back.code) throw refuse('您没有同意授权，请重新登录')
  const provider = await findProvider(deps.database.tenant(back.tenantId), deps.config, source)
  if (!provider) throw refuse('没有这种第三方登录方式')
  const journey = { state: back.state, nonce, verifier, redirectUri }
  const person = await KINDS[provider.kind].person(provider, journey, back.code)
  return { uuid: person.uuid.slice(0, 200), username: person.username.slice(0, 100), avatar: webAddress(person.avatar) }
}

/** A picture is an address of the web or nothing: it ends up in pages. */
function webAddress(text: string): string {
  return text.startsWith('https://') && text.length <= 500 ? text : ''
}

export interface SocialAccount {
  id: string
  userId: string | null
}

/** The row of a person at a provider, made at their first visit. */
export async function rememberPerson(db: Db, tenantId: string, source: string, person: Person): Promise<SocialAccount> {
  const found =
    await sql<SocialAccount>`insert into ${own(socialAccount)} (id, tenant_id, source, uuid, username, avatar)
    values (${nextId()}, ${tenantId}, ${source}, ${person.uuid}, ${person.username}, ${person.avatar})
    on conflict (tenant_id, source, uuid) do update set username = excluded.username, avatar = excluded.avatar
    returning id, user_id`.execute(db)
  return found.rows[0] as SocialAccount
}

function cookieOf(request: FastifyRequest): string {
  const start = `${cookieName(request)}=`
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(start))?.slice(start.length) ?? ''
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
