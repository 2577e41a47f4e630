import { callbackReceive, callbackVerify } from '@xueheng/contract/domains/mp/wx-msg.ts'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import {
  callbackSignature,
  decryptCallback,
  encryptCallback,
  foreignCallback,
  isSigned,
} from '../../platform/provider/callback-crypt.ts'
import { assertRecent, takeCallback } from '../../platform/provider/callback-once.ts'
import { holderOf } from '../../platform/provider/provider.ts'
import { xmlTexts } from '../../platform/provider/read-xml.ts'
import { writeXml } from '../../platform/provider/write-xml.ts'
import { type Account, findAccount } from './account.ts'
import { readIncoming, rootOf } from './incoming.ts'
import { routeIncoming } from './route-incoming.ts'
import type { MpDeps } from './deps.ts'

export interface CallbackDeps extends MpDeps {
  tenantIds(): Promise<string[]>
}

interface Signed {
  signature: string | null
  timestamp: string | null
  nonce: string | null
}

/** What the platform asks of us: it has no session, its signature is the proof. */
export function callbackHandlers(deps: CallbackDeps): Implementation[] {
  return [
    implement(callbackVerify, async (_ctx, input, { reply }) => {
      await provenAccount(deps, input.appid, input)
      if (!input.echostr) throw foreignCallback()
      void reply.type('text/plain')
      return input.echostr
    }),
    implement(callbackReceive, async (ctx, input, { reply }) => {
      const answer = await receive(deps, ctx, input)
      void reply.type(answer === '' ? 'text/plain' : 'text/xml')
      return answer
    }),
  ]
}

/** The account of that appid whose token signed; two tenants may look after the same one. */
async function provenAccount(
  deps: CallbackDeps,
  appid: string,
  { signature, timestamp, nonce }: Signed,
): Promise<Account> {
  if (signature && timestamp && nonce) {
    for (const tenantId of await deps.tenantIds()) {
      const account = await findAccount(deps.database.tenant(tenantId), deps, tenantId, appid)
      if (account?.token && isSigned(signature, [account.token, timestamp, nonce])) return account
    }
  }
  throw foreignCallback()
}

interface Received extends Signed {
  appid: string
  encrypt_type: string | null
  msg_signature: string | null
  xml: string | null
}

async function receive(deps: CallbackDeps, ctx: Ctx, input: Received): Promise<string> {
  const account = await provenAccount(deps, input.appid, input)
  const { timestamp, nonce } = input as { timestamp: string; nonce: string }
  assertRecent(timestamp, new Date())
  const isSealed = input.encrypt_type === 'aes'
  const body = input.xml ?? ''
  const plain = isSealed ? openBody(account, input, body) : body
  const incoming = readIncoming(plain)
  const inside: Ctx = {
    ...ctx,
    db: deps.database.tenant(account.tenantId),
    user: { ...ctx.user, tenantId: account.tenantId },
  }
  await takeCallback(
    inside.db,
    { tenantId: account.tenantId, holder: holderOf({ name: 'wechat' }, account) },
    { timestamp, nonce, body },
  )
  const { reply, later } = await routeIncoming(deps, inside, account, incoming)
  // The platform waits five seconds for an answer; what asks it something in turn follows.
  if (later)
    void later().catch((error: unknown) => ctx.log.warn({ err: error as Error }, 'what follows a callback failed'))
  return reply !== '' && isSealed ? sealReply(account, reply) : reply
}

function openBody(account: Account, { msg_signature: given, timestamp, nonce }: Received, body: string): string {
  const encrypted = xmlTexts(rootOf(body))['Encrypt'] ?? ''
  const isRight = isSigned(given ?? '', [account.token, timestamp ?? '', nonce ?? '', encrypted])
  if (!isRight || account.aesKey === '') throw foreignCallback()
  return decryptCallback(account.aesKey, encrypted, account.appid)
}

function sealReply(account: Account, reply: string): string {
  const encrypted = encryptCallback(account.aesKey, reply, account.appid)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(8).toString('hex')
  const signature = callbackSignature([account.token, timestamp, nonce, encrypted])
  return writeXml({ Encrypt: encrypted, MsgSignature: signature, TimeStamp: Number(timestamp), Nonce: nonce })
}
