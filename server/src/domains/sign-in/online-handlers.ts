import * as call from '@xueheng/contract/domains/sign-in/session.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { partsOf } from '../../platform/comma-list.ts'
import { listOf } from '../../platform/rows/list.ts'
import { type Query, checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { type Sessions, openSessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertWithinRights } from '../rights/index.ts'
import { deviceOf } from './device.ts'
import { visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

interface Deps {
  sessions: Sessions
}

/** Who is signed in, and ending it: of others by right, of oneself always. */
export function onlineHandlers(deps: Deps): Implementation[] {
  return [
    implement(call.onlineList, (ctx, { isAll, query }) => list(ctx, query, isAll === 1 ? sql`true` : BUSY)),
    implement(call.onlineDetail, async (ctx, { id }) => (await read(ctx, sql`s.id = ${checkId(id)}`))[0] ?? null),
    implement(call.onlineKick, (ctx, { ids }) => kick(deps, ctx, partsOf(ids))),
    implement(call.ownSessions, (ctx) => read(ctx, sql`s.user_id = ${ctx.user.id}`)),
    implement(call.endOtherSessions, async (ctx) => {
      await logOperation(ctx, 'online.endOthers', '退出其他登录', { entity: 'user', rowId: ctx.user.id })
      ctx.afterwards(() => deps.sessions.endAll(ctx.user.id, ctx.user.sessionId))
    }),
    implement(call.endOwnSession, (ctx, { id }) => endOwn(deps, ctx, id)),
  ]
}

type Online = Output<typeof call.ownSessions>[number]

/** Open sign-ins of accounts the reader sees. */
function signIns(ctx: Ctx, where = sql`true`): RawBuilder<unknown> {
  return sql`(select s.id, s.user_id, u.account, u.name, s.way, s.remote_ip, s.user_agent, s.create_time as login_time,
      s.active_time, s.access_expire as expire_time, (s.id = ${ctx.user.sessionId || '0'})::int as is_own
    from ${openSessions(ctx.user.tenantId)} s join ${visible(ctx, user)} u on u.id = s.user_id where ${where})`
}

/** Used within the life of its token: whoever sits there is still at it. */
const BUSY = sql`s.active_time > now() - s.access_life * interval '1 second'`
const MOST = 1000

async function read(ctx: Ctx, where: ReturnType<typeof sql>): Promise<Online[]> {
  return (await list(ctx, { size: MOST }, where)).records
}

async function list(ctx: Ctx, query: Query, where: ReturnType<typeof sql>) {
  const page = await listOf(ctx, call.onlineList, query, signIns(ctx, where))
  return { ...page, records: page.records.map((row) => ({ ...row, device: deviceOf(row.userAgent) })) }
}

async function endOwn({ sessions }: Deps, ctx: Ctx, id: string): Promise<void> {
  if (id === ctx.user.sessionId) throw refuse('本次登录请使用退出登录')
  const [row] = await read(ctx, sql`s.id = ${checkId(id)} and s.user_id = ${ctx.user.id}`)
  if (!row) throw new AppError('row.notFound')
  await logOperation(ctx, call.endOwnSession.name, '退出一处登录', { entity: 'session', rowId: id })
  ctx.afterwards(() => sessions.end(id))
}

async function kick({ sessions }: Deps, ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  if (ids.includes(ctx.user.sessionId)) throw refuse('不能强制自己下线，请退出登录')
  const rows = await read(ctx, sql`s.id = any(${ids.map(checkId)}::bigint[])`)
  if (rows.length !== new Set(ids).size) throw new AppError('row.notFound')
  await assertWithinRights(ctx, { users: rows.map((row) => row.userId) })
  for (const { id, account } of rows) {
    await logOperation(ctx, 'online.kick', '强制下线', { entity: 'session', rowId: id, before: { account } })
    ctx.afterwards(() => sessions.end(id))
  }
}
