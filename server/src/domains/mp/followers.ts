import {
  clientUserInfo,
  clientUsersByUnionid,
  wxUser,
  wxUserByIds,
  wxUserDelete,
  wxUserDetail,
  wxUserList,
  wxUserSubmit,
  wxUserSync,
} from '@xueheng/contract/domains/mp/wx-user.ts'
import { type RawBuilder, sql } from 'kysely'
import { into, visible } from '../../platform/access/doors.ts'
import { logChange } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { findLivingJob } from '../../platform/jobs/living.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { listOf } from '../../platform/rows/list.ts'
import { maskRows, withoutMasked } from '../../platform/access/mask.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { type KnownRow, selectColumns } from '../../platform/rows/rows.ts'
import { accountOf, assertPublic, chosenAccount, chosenAppid, familyQuery } from './account.ts'
import { hasTag } from './followers-with.ts'
import { FOLLOWER, keepFollowers } from './keep-followers.ts'
import { pullFollowersJob } from './pull-followers.ts'
import type { MpDeps } from './deps.ts'
import { SUCCESS, askWechat } from './wechat.ts'

type Row = KnownRow<typeof wxUser>

const MOST_IDS = 1000

export function followerHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(wxUserList, (ctx, { appid, tagid, query }) => list(ctx, appid, tagid, query)),
    implement(wxUserDetail, async (ctx, { id, appid }) => (await find(ctx, id, appid)) ?? null),
    implement(wxUserByIds, (ctx, input) => byOpenids(ctx, idsOf(input))),
    implement(wxUserSubmit, (ctx, input) => submit(deps, ctx, input)),
    implement(wxUserDelete, (ctx, input) => remove(ctx, idsOf(input))),
    implement(wxUserSync, (ctx, { appid }) => sync(deps, ctx, appid)),
    implement(clientUserInfo, (ctx, { openId, appid }) => findOrAsk(deps, ctx, openId, appid)),
    implement(clientUsersByUnionid, (ctx, { unionId }) => rowsWhere(ctx, sql`u.unionid = ${unionId}`)),
  ]
}

async function list(ctx: Ctx, given: string | null, tagid: number | null, query: Record<string, unknown>) {
  const appid = await chosenAppid(ctx, given)
  const tagged = typeof tagid === 'number' ? hasTag(tagid) : sql`true`
  const source = sql`(select * from ${visible(ctx, wxUser)} u where u.appid = ${appid} and ${tagged})`
  return listOf(ctx, wxUserList, familyQuery(query), source)
}

async function rowsWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Row[]> {
  const found = await sql<Row>`select ${selectColumns(wxUser)} from ${visible(ctx, wxUser)} u
    where ${condition} order by u.id limit ${MOST_IDS}`.execute(ctx.db)
  return maskRows(wxUser.fields, found.rows)
}

/** One follower of the chosen account by openid, or any by its id. */
async function find(ctx: Ctx, key: string, given: string | null): Promise<Row | undefined> {
  const [row] = /^\d{15,19}$/.test(key)
    ? await rowsWhere(ctx, sql`u.id = ${key}`)
    : await rowsWhere(ctx, sql`u.openid = ${key} and u.appid = ${await chosenAppid(ctx, given)}`)
  return row
}

async function byOpenids(ctx: Ctx, openids: string[]): Promise<Row[]> {
  if (openids.length === 0) return []
  return rowsWhere(ctx, sql`u.openid = any(${openids}) and u.appid = ${await chosenAppid(ctx)}`)
}

interface Submitted {
  id: string | null
  openid: string | null
  appid: string | null
  remark: string | null
  phone: string | null
}

/** The remark is the platform's, too: it is written there first, so that both agree or neither has changed. */
async function submit(deps: MpDeps, ctx: Ctx, input: Submitted): Promise<Row> {
  const key = input.id || input.openid
  if (!key) throw new AppError('request.missing', { name: 'id' })
  const before = await find(ctx, key, input.appid)
  if (!before) throw new AppError('row.notFound')
  const remark = input.remark ?? ''
  if (remark !== (before.remark ?? '') && before.subscribe === 1) {
    const account = await accountOf(ctx, deps, before.appid)
    const path = '/cgi-bin/user/info/updateremark'
    const body = { openid: before.openid, remark }
    await askWechat(deps, ctx, account, { method: 'POST', path, body, isRepeatable: true, answer: SUCCESS })
  }
  const { phone } = withoutMasked(wxUser.fields, { phone: input.phone }, { phone: before.phone })
  return inTransaction(ctx.db, async (db) => {
    const inside: Ctx = { ...ctx, db }
    await sql`update ${into(wxUser)} set remark = ${remark}, update_user = ${ctx.user.id}, update_time = localtimestamp(0),
      phone = ${phone === undefined ? sql`phone` : sql`${phone}::text`} where id = ${before.id}`.execute(db)
    const [after] = await rowsWhere(inside, sql`u.id = ${before.id}`)
    await logChange(inside, wxUser, before.id, before, after)
    return after as Row
  })
}

async function remove(ctx: Ctx, keys: string[]): Promise<void> {
  if (keys.length === 0) throw new AppError('request.noSelection')
  const appid = await chosenAppid(ctx)
  const found = await sql<{ id: string }>`select u.id from ${visible(ctx, wxUser)} u
    where u.id::text = any(${keys}) or (u.appid = ${appid} and u.openid = any(${keys}))`.execute(ctx.db)
  if (found.rows.length < new Set(keys).size) throw new AppError('row.notFound')
  const ids = found.rows.map(({ id }) => id)
  await sql`update ${into(wxUser)} set is_deleted = 1, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  for (const id of ids) await logChange(ctx, wxUser, id, { id }, undefined)
}

async function sync(deps: MpDeps, ctx: Ctx, given: string | null) {
  const account = await chosenAccount(ctx, deps, given)
  assertPublic(account)
  const job = pullFollowersJob(deps)
  if (await findLivingJob(ctx.db, job.name, account.appid)) throw refuse('后台有同步任务正在进行中，请稍后重试')
  return { jobId: await ctx.jobs.start(ctx, job, { appid: account.appid }), message: '任务已建立' }
}

/** What is not known here is asked of the platform and kept, unless whoever asks may only look. */
async function findOrAsk(deps: MpDeps, ctx: Ctx, openid: string, given: string | null): Promise<Row | null> {
  const known = await find(ctx, openid, given)
  if (known || ctx.user.viewer || ctx.user.isReadOnly) return known ?? null
  const account = await chosenAccount(ctx, deps, given)
  const query = { openid, lang: 'zh_CN' }
  const told = await askWechat(deps, ctx, account, {
    method: 'GET',
    path: '/cgi-bin/user/info',
    query,
    answer: FOLLOWER,
  })
  await keepFollowers(ctx.db, account, [told])
  return (await find(ctx, openid, account.appid)) ?? null
}
