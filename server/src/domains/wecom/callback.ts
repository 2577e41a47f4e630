import { wecomReceive, wecomVerify } from '@xueheng/contract/domains/wecom/callback.ts'
import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { decryptCallback, foreignCallback, isSigned } from '../../platform/provider/callback-crypt.ts'
import { assertRecent, takeCallback } from '../../platform/provider/callback-once.ts'
import { holderOf } from '../../platform/provider/provider.ts'
import { readXml, xmlTexts } from '../../platform/provider/read-xml.ts'
import { type CorpKeys, type WecomDeps, findKeys } from './client.ts'
import type { Kind } from './item.ts'
import { wecomDirty } from './tables.ts'

const CORPS = every(wecomCorp, 'what a callback says is followed in the name of whoever set the corp up')

export interface CallbackDeps extends WecomDeps {
  tenantIds(): Promise<string[]>
  ctxOf(tenantId: string, userId: string): Promise<Ctx | undefined>
}

interface Signed {
  corpId: string
  msg_signature: string | null
  timestamp: string | null
  nonce: string | null
}

/** What the platform asks of us: it has no session, its signature over the ciphertext is the proof. */
export function callbackHandlers(deps: CallbackDeps, follow: JobDefinition<{ corpId: string }>): Implementation[] {
  return [
    implement(wecomVerify, async (_ctx, input) => {
      const encrypted = input.echostr ?? ''
      const corp = await provenCorp(deps, input, encrypted)
      return decryptCallback(corp.encodingAesKey, encrypted, corp.corpId)
    }),
    implement(wecomReceive, async (_ctx, input) => {
      const body = input.xml ?? ''
      const encrypted = textsOf(body)['Encrypt'] ?? ''
      const corp = await provenCorp(deps, input, encrypted)
      const { timestamp, nonce } = input as { timestamp: string; nonce: string }
      assertRecent(timestamp, new Date())
      const event = textsOf(decryptCallback(corp.encodingAesKey, encrypted, corp.corpId))
      const db = deps.database.tenant(corp.tenantId)
      const holder = holderOf({ name: 'wecom' }, corp)
      await takeCallback(db, { tenantId: corp.tenantId, holder }, { timestamp, nonce, body })
      await note(deps, corp, follow, event)
      return ''
    }),
  ]
}

/** The corp whose token signed; two tenants may look after the same one. */
async function provenCorp(deps: CallbackDeps, input: Signed, encrypted: string): Promise<CorpKeys> {
  const { corpId, msg_signature: signature, timestamp, nonce } = input
  if (signature && timestamp && nonce && encrypted) {
    for (const tenantId of await deps.tenantIds()) {
      const corp = await findKeys(deps, { db: deps.database.tenant(tenantId) }, corpId)
      const isTheirs =
        corp?.token && corp.encodingAesKey && isSigned(signature, [corp.token, timestamp, nonce, encrypted])
      if (isTheirs) return corp
    }
  }
  throw foreignCallback()
}

function textsOf(xml: string): Partial<Record<string, string>> {
  try {
    return xmlTexts(readXml(xml))
  } catch {
    throw foreignCallback()
  }
}

/** What an event says has changed; nothing of one that concerns no mirrored row. */
export function changedBy(event: Partial<Record<string, string>>): { kind: Kind; key: string } | undefined {
  const { Event, ChangeType = '', Id = '', ExternalUserID = '' } = event
  if (Event === 'change_external_contact' && ExternalUserID) return { kind: 'contact', key: ExternalUserID }
  if (Event === 'change_contact' && ChangeType.endsWith('_party')) return { kind: 'dept', key: 'all' }
  if (Event !== 'change_school_contact') return undefined
  // The platform's own example spells it the other way.
  if (/_(department|deparmtment)$/.test(ChangeType)) return { kind: 'dept', key: 'all' }
  if (!Id) return undefined
  if (ChangeType.endsWith('_student')) return { kind: 'student', key: Id }
  return /_parent$|^(un)?subscribe$/.test(ChangeType) ? { kind: 'parent', key: Id } : undefined
}

/** Notes what is to be read again and starts the reading, as the platform waits a few seconds only. */
async function note(
  deps: CallbackDeps,
  { tenantId, corpId }: CorpKeys,
  follow: JobDefinition<{ corpId: string }>,
  event: Partial<Record<string, string>>,
): Promise<void> {
  const changed = changedBy(event)
  if (!changed) return
  const db = deps.database.tenant(tenantId)
  await sql`insert into ${own(wecomDirty)} (tenant_id, corp_id, kind, key, seen_time)
    values (${tenantId}, ${corpId}, ${changed.kind}, ${changed.key.slice(0, 200)}, clock_timestamp())
    on conflict (tenant_id, corp_id, kind, key) do update set seen_time = excluded.seen_time`.execute(db)
  const found = await sql<{ userId: string }>`select create_user::text as user_id from ${CORPS} c
    where corp_id = ${corpId} and is_deleted = 0`.execute(db)
  const ctx = await deps.ctxOf(tenantId, found.rows[0]?.userId ?? '0')
  if (ctx) await ctx.jobs.start(ctx, follow, { corpId })
}
