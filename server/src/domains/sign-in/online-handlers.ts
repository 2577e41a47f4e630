import * as call from '@xueheng/contract/domains/sign-in/session.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { idsOf } from '../../platform/rows/handlers.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId, orderBy } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { type Sessions, openSessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertMayTouch } from '../people/index.ts'
import { deviceOf } from './device.ts'
import { visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

interface Deps {
  sessions: Sessions
}

/** Who is signed in, and ending it: of others by right, of oneself always. */
export function onlineHandlers(deps: Deps): Implementation[] {
  return [
    implement(call.onlineList, (ctx, input) => list(ctx, input)),
    implement(call.onlineDetail, async (ctx, { id }) => (await read(ctx, sql`s.id = ${checkId(id)}`))[0] ?? null),
    implement(call.onlineKick, (ctx, { ids }) => kick(deps, ctx, idsOf({ ids }))),
    implement(call.ownSessions, (ctx) => read(ctx, sql`s.user_id = ${ctx.user.id}`)),
    implement(call.endOtherSessions, async (ctx) => {
      await logOperation(ctx, 'online.endOthers', '退出其他登录', { entity: 'user', rowId: ctx.user.id })
      ctx.afterwards(() => deps.sessions.endAll(ctx.user.id, ctx.user.sessionId))
    }),
    implement(call.endOwnSession, (ctx, { id }) => endOwn(deps, ctx, id)),
  ]
}

type Online = Output<typeof call.ownSessions>[number]

/** Used within the life of its token: whoever sits there is still at it. */
const BUSY = sql`s.active_time > now() - s.access_life * interval '1 second'`

async function read(ctx: Ctx, where: ReturnType<typeof sql>, order = NEWEST, limit = sql``): Promise<Online[]> {
  const found = await sql<Online>`select s.id, s.user_id, u.account, u.name, s.way, s.remote_ip,
      s.user_agent, to_char(s.create_time, 'YYYY-MM-DD HH24:MI:SS') as login_time,
      to_char(s.active_time, 'YYYY-MM-DD HH24:MI:SS') as active_time,
      to_char(s.access_expire, 'YYYY-MM-DD HH24:MI:SS') as expire_time, (s.id = ${ctx.user.sessionId || '0'})::int as is_own
    from ${openSessions(ctx.user.tenantId)} s join ${visible(ctx, user)} u on u.id = s.user_id
    where ${where} order by ${order} ${limit}`.execute(ctx.db)
  return found.rows.map((row) => ({ ...row, device: deviceOf(row.userAgent) }))
}

const NEWEST = sql`s.create_time desc, s.id desc`

/** Where the columns a list may be ordered by stand; all others go by the time of the sign-in. */
const ORDERS: Record<string, string> = {
  account: 'u.account',
  name: 'u.name',
  way: 's.way',
  remoteIp: 's.remote_ip',
  activeTime: 's.active_time',
  expireTime: 's.access_expire',
}

async function list(
  ctx: Ctx,
  input: {
    current: number | null
    size: number | null
    account: string | null
    name: string | null
    isAll: number | null
    ascs: string | null
    descs: string | null
  },
) {
  const page = { current: input.current ?? 1, size: input.size ?? 10 }
  const where = sql`strpos(lower(u.account), lower(${input.account ?? ''})) > 0 and strpos(lower(u.name), lower(${input.name ?? ''})) > 0
    and (${input.isAll === 1} or ${BUSY})`
  const order = orderBy(call.onlineUser, input, (name) => sql.ref(ORDERS[name] ?? 's.create_time'))
  const rows = await read(ctx, where, order, sql`limit ${page.size} offset ${(page.current - 1) * page.size}`)
  const count = await sql<{ n: number }>`select count(*)::int as n
    from ${openSessions(ctx.user.tenantId)} s join ${visible(ctx, user)} u on u.id = s.user_id where ${where}`.execute(
    ctx.db,
  )
  return pageOf(rows, count.rows[0]?.n ?? 0, page)
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
  await assertMayTouch(
    ctx,
    rows.map((row) => row.userId),
  )
  for (const { id, account } of rows) {
    await logOperation(ctx, 'online.kick', '强制下线', { entity: 'session', rowId: id, before: { account } })
    ctx.afterwards(() => sessions.end(id))
  }
}
