import { wxMsg } from '@xueheng/contract/domains/mp/wx-msg.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'

export interface Message {
  openid: string
  isOut: boolean
  msgType: string
  detail: Record<string, unknown>
  msgId?: string
  /** The same message comes once under it; without it every one is another. */
  onceKey?: string
  at: Date
  userId?: string
}

/** Writes a message down; answers whether it is new. */
export async function keepMessage(
  db: Db,
  { tenantId, appid }: { tenantId: string; appid: string },
  message: Message,
): Promise<boolean> {
  const { openid, isOut, msgType, detail, msgId, onceKey, at, userId } = message
  const kept =
    await sql`insert into ${into(wxMsg)} (id, tenant_id, appid, openid, in_out, msg_type, detail, msg_id, once_key, msg_time,
      create_user, update_user)
    values (${nextId()}, ${tenantId}, ${appid}, ${openid}, ${isOut ? 1 : 0}, ${msgType}, ${JSON.stringify(detail)}::jsonb,
      ${msgId ?? null}, ${onceKey ?? null}, ${wallTime(at)}, ${userId ?? null}, ${userId ?? null})
    on conflict (tenant_id, appid, once_key) where once_key is not null do nothing`.execute(db)
  return kept.numAffectedRows !== 0n
}
