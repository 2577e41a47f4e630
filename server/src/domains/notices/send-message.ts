import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { CHANNEL } from '../../platform/db/listen.ts'
import { nextId } from '../../platform/db/id.ts'
import { into } from '../../platform/access/doors.ts'
import { sysMessage } from '@xueheng/contract/domains/notices/sys-message.ts'

export interface Message {
  account: string
  messageType: number
  title: string
  content: string
  /** A page of the product, from `/` on. */
  link?: string
}

/** In whose tenant and name; work nobody waits for has no user. */
interface Sender extends Pick<Ctx, 'db'> {
  user: Pick<Ctx['user'], 'id' | 'tenantId'>
}

/** A message of the system's own to one account; it is heard when the transaction it is written in is kept. */
export async function sendMessage(ctx: Sender, { account, messageType, title, content, link }: Message): Promise<void> {
  const id = nextId()
  await sql`insert into ${into(sysMessage)} (id, tenant_id, title, message_type, account, link, content, create_user, update_user)
    values (${id}, ${ctx.user.tenantId}, ${title.slice(0, 200)}, ${messageType}, ${account}, ${link ?? null},
      ${content.slice(0, 4000)}, ${ctx.user.id || null}, ${ctx.user.id || null})`.execute(ctx.db)
  await sql`select pg_notify(${CHANNEL}, ${`message:${ctx.user.tenantId}:${id}`})`.execute(ctx.db)
}
