import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { CHANNEL } from '../../platform/db/listen.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import type { Told } from '../../platform/tell.ts'
import { into } from '../../platform/access/doors.ts'
import { notice } from '@xueheng/contract/domains/notices/notice.ts'

/** 事务通知 */
const CATEGORY = 6

/** A notice of the system's own: the bell of those it is meant for rings. Meant for nobody it would ring for all. */
export async function tellRoles(db: Db, tenantId: string, { title, text, roleIds, account }: Told): Promise<void> {
  if (roleIds.length === 0 && !account) return
  const id = nextId()
  await sql`insert into ${into(notice)} (id, tenant_id, title, category, release_time, role_ids, accounts, content, read_count)
    values (${id}, ${tenantId}, ${title}, ${CATEGORY}, date_trunc('second', localtimestamp), ${JSON.stringify(roleIds)}::jsonb, ${account ?? null},
      ${`<p>${escapeHtml(text)}</p>`}, 0)`.execute(db)
  await sql`select pg_notify(${CHANNEL}, ${`notice:${tenantId}:${id}`})`.execute(db)
}
