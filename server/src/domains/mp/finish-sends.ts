import { SEND_STATUS } from '@xueheng/contract/domains/mp/batch-states.ts'
import { templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { wxSendFinish } from './tables.ts'

/** What the platform says of a message in the end. */
const STATUS: Readonly<Record<string, number>> = {
  success: SEND_STATUS.delivered,
  'failed:userblock': SEND_STATUS.blocked,
  'failed:systemfailed': SEND_STATUS.systemFailed,
}

const WORDS = sql`case f.send_status when ${SEND_STATUS.delivered}::int then '已送达'
  when ${SEND_STATUS.blocked}::int then '用户拒收' else '系统失败' end`

/**
 * Keeps how a message ended and tells its line. The line may not have its number yet: then whoever writes that looks here
 * afterwards, so each writes first and reads then, and one of the two sees the other.
 */
export async function finishSend(
  db: Db,
  { tenantId, appid }: { tenantId: string; appid: string },
  msgid: string,
  status: string,
): Promise<void> {
  const sendStatus = STATUS[status.toLowerCase().replaceAll(' ', '')] ?? SEND_STATUS.systemFailed
  await sql`insert into ${own(wxSendFinish)} (tenant_id, appid, msgid, send_status, finish_time)
    values (${tenantId}, ${appid}, ${msgid}, ${sendStatus}, now()) on conflict do nothing`.execute(db)
  await sql`update ${into(templateMsgLog)} l set send_status = f.send_status, send_result = ${WORDS},
      finish_time = f.finish_time, update_time = localtimestamp(0)
    from ${own(wxSendFinish)} f where f.appid = ${appid} and f.msgid = ${msgid}
      and l.appid = ${appid} and l.msgid = ${msgid} and l.send_status = ${SEND_STATUS.accepted}`.execute(db)
}

/** What came for these lines before they had their number. */
export async function applyFinishes(db: Db, appid: string, logIds: readonly string[]): Promise<void> {
  await sql`update ${into(templateMsgLog)} l set send_status = f.send_status, send_result = ${WORDS},
      finish_time = f.finish_time, update_time = localtimestamp(0)
    from ${own(wxSendFinish)} f where f.appid = ${appid} and l.appid = ${appid} and f.msgid = l.msgid
      and l.id = any(${logIds}::bigint[]) and l.send_status = ${SEND_STATUS.accepted}`.execute(db)
}
