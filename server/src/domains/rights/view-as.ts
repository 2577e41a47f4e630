import type { ViewToken } from '@xueheng/contract/domains/rights/rights.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { endLostViews, endView, endViewsFrom } from '../../platform/http/views.ts'
import { loadUsers } from './load-user.ts'
import { mayView } from './may-view.ts'

const SECONDS = 1800
/** The row outlives the view, so that its end can still be written down. */
const KEPT_SECONDS = 86_400

const REFUSED = { status: 403, text: '不能以本人或权限多于自己的用户身份查看' } as const

/** A session of the other user that reads only, tied to the administrator's own: it ends when that one ends. */
export async function startView(
  sessions: Sessions,
  ctx: Ctx,
  userId: string,
  from: { ip: string; agent: string },
): Promise<ViewToken> {
  const [target] = await loadUsers(ctx.db, [checkId(userId)])
  if (!target) throw new AppError('row.notFound')
  if (!mayView(ctx, target)) throw new AppError(REFUSED)
  const viewer = { id: ctx.user.id, sessionId: ctx.user.sessionId }
  const life = { access: SECONDS, refresh: SECONDS + KEPT_SECONDS }
  const { accessToken } = await sessions.open(
    target.user.tenantId,
    target.user.id,
    { ...from, way: 'view', viewer },
    life,
    ctx.db,
  )
  await logOperation(ctx, 'viewAs.start', '开始以用户身份查看', {
    entity: 'user',
    rowId: target.user.id,
    after: { account: target.user.account, minutes: SECONDS / 60 },
  })
  return { token: accessToken, seconds: SECONDS, account: target.user.account, name: target.user.name }
}

/** Ends the view one is in, or all opened from one's own session. */
export async function leaveView(sessions: Sessions, ctx: Ctx): Promise<void> {
  const { viewer, sessionId } = ctx.user
  const ended = await (viewer ? endView(ctx.db, sessionId) : endViewsFrom(ctx.db, sessionId))
  const actor: Ctx = viewer ? { ...ctx, user: { ...ctx.user, id: viewer.id, account: viewer.account } } : ctx
  for (const view of ended) await logEnd(actor, view.userId, 'left')
  await sessions.changed()
}

function logEnd(ctx: Ctx, userId: string, reason: 'left' | 'expired'): Promise<void> {
  return logOperation(ctx, 'viewAs.end', '结束以用户身份查看', { entity: 'user', rowId: userId, after: { reason } })
}

/** Views nobody ended: their time is up, or the administrator's own session is gone. Their end is logged too. */
export async function closeViews(
  database: Database,
  ctxOf: (tenantId: string, userId: string) => Promise<Ctx | undefined>,
): Promise<void> {
  for (const view of await endLostViews(database.open)) {
    const ctx = await ctxOf(view.tenantId, view.viewerId)
    if (ctx) await logEnd(ctx, view.userId, 'expired')
  }
}
