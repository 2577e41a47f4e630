import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signText } from '../../platform/signed-text.ts'
import { isSameHash } from '../credentials/index.ts'

/*
 * A browser that was signed in with an account is told by a cookie of that account: its tries are counted apart, so that
 * strangers cannot shut its owner out. The cookie opens nothing.
 */

const DAYS = 180
const PURPOSE = 'device'

interface Deps {
  config: { masterKey: Buffer }
}

export interface Owner {
  tenantId: string
  account: string
}

/** The id of the browser when it is known for this account. */
export function knownDevice({ config }: Deps, request: FastifyRequest, owner: Owner): string | undefined {
  const start = `${cookieName(config.masterKey, request, owner)}=`
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const [id = '', signature = ''] =
    parts
      .find((part) => part.startsWith(start))
      ?.slice(start.length)
      .split('.') ?? []
  if (!/^[\w-]{22}$/.test(id) || !/^[\w-]{43}$/.test(signature)) return undefined
  return isSameHash(signature, signatureOf(config.masterKey, owner, id)) ? id : undefined
}

/** Makes the browser known for the account; once it is, it keeps its id. */
export function rememberDevice(deps: Deps, request: FastifyRequest, reply: FastifyReply, owner: Owner): void {
  const { masterKey } = deps.config
  const id = knownDevice(deps, request, owner) ?? randomBytes(16).toString('base64url')
  const value = `${id}.${signatureOf(masterKey, owner, id)}`
  const isSecure = request.protocol === 'https' ? '; Secure' : ''
  const rest = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${DAYS * 86_400}${isSecure}`
  reply.header('set-cookie', `${cookieName(masterKey, request, owner)}=${value}; ${rest}`)
}

/**
 * One for each account, as several people may use one browser; nobody reads in it which. Over https browsers keep a cookie
 * of the prefix only from this very host.
 */
function cookieName(masterKey: Buffer, { protocol }: FastifyRequest, owner: Owner): string {
  const prefix = protocol === 'https' ? '__Host-' : ''
  return `${prefix}known-${signatureOf(masterKey, owner, 'name').slice(0, 16)}`
}

function signatureOf(masterKey: Buffer, { tenantId, account }: Owner, text: string): string {
  return signText(masterKey, PURPOSE, JSON.stringify([tenantId, account.toLowerCase(), text]))
}
