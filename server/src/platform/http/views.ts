import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { own } from '../db/table.ts'
import { authSession } from './tables.ts'

/** A session with another user's eyes that has ended: whose, and who looked. */
export interface EndedView {
  id: string
  tenantId: string
  userId: string
  viewerId: string
}

/** Ends one view by its own session, in the caller's transaction. Answers it, if it still was. */
export function endView(db: Db, sessionId: string): Promise<EndedView[]> {
  return endWhere(db, sql`id = ${sessionId}`)
}

/** Ends all views opened from a session, in the caller's transaction. Answers those that were. */
export function endViewsFrom(db: Db, viewerSessionId: string): Promise<EndedView[]> {
  return endWhere(db, sql`viewer_session_id = ${viewerSessionId}`)
}

/** Ends the views nobody ended: their time is up, or the session they were opened from is gone. */
export function endLostViews(db: Db): Promise<EndedView[]> {
  return endWhere(
    db,
    sql`(access_expire < now() or not exists (select 1 from ${own(authSession)} o where o.id = v.viewer_session_id))`,
  )
}

async function endWhere(db: Db, which: RawBuilder<unknown>): Promise<EndedView[]> {
  const ended = await sql<EndedView>`delete from ${own(authSession)} v where viewer_id is not null and ${which}
    returning id, tenant_id, user_id, viewer_id`.execute(db)
  return ended.rows
}
