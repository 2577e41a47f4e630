import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into } from '../../platform/access/doors.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { type Account, accountOf } from './account.ts'
import { FOLLOWER, keepFollowers } from './keep-followers.ts'
import { wxUserPull } from './tables.ts'
import { readTags } from './tags.ts'
import type { MpDeps } from './deps.ts'
import { askWechat } from './wechat.ts'

const PAGE = z.object({
  total: z.number(),
  count: z.number(),
  data: z.object({ openid: z.array(z.string()) }).nullish(),
  next_openid: z.string().nullish(),
})
const INFOS = z.object({ user_info_list: z.array(FOLLOWER) })
/** As many as the platform tells about at once. */
const AT_ONCE = 100

interface Pull {
  no: number
  nextOpenid: string
  total: number
  done: number
}

/**
 * Pulls every follower of an account, a page of openids and then a hundred people at a time, so that memory does not grow
 * with their number. Taken up again behind the last whole page. Whom a whole pull has not seen has left.
 */
export function pullFollowersJob(deps: MpDeps) {
  return defineJob<{ appid: string }>({
    name: 'mp.pull-followers',
    title: '同步粉丝',
    singletonKey: ({ appid }) => appid,
    subject: ({ appid }) => appid,
    run: (ctx, { appid }, progress) => pull(deps, ctx, appid, progress),
  })
}

async function pull(deps: MpDeps, ctx: Ctx, appid: string, progress: JobProgress): Promise<JobResult> {
  const account = await accountOf(ctx, deps, appid)
  await readTags(deps, ctx, account)
  const state = await openPull(ctx, appid)
  for (;;) {
    await progress.report({ done: state.done, total: state.total, step: '读取粉丝' })
    const query: Record<string, string> = state.nextOpenid ? { next_openid: state.nextOpenid } : {}
    const page = await askWechat(deps, ctx, account, { method: 'GET', path: '/cgi-bin/user/get', query, answer: PAGE })
    const openids = page.data?.openid ?? []
    state.total = page.total
    await pullPage(deps, ctx, account, openids, state, progress)
    const last = openids.at(-1)
    if (last === undefined || !page.next_openid) break
    state.nextOpenid = page.next_openid
    await savePull(ctx, appid, state)
  }
  return progress.finish(async (inside) => {
    const left = await closePull(inside, appid, state)
    return { text: `共${state.done}人${left > 0 ? `，${left}人已取消关注` : ''}`, link: '/mpweixin/wxUser' }
  })
}

async function pullPage(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  openids: readonly string[],
  state: Pull,
  progress: JobProgress,
): Promise<void> {
  for (let at = 0; at < openids.length; at += AT_ONCE) {
    progress.signal.throwIfAborted()
    const some = openids.slice(at, at + AT_ONCE)
    const body = { user_list: some.map((openid) => ({ openid, lang: 'zh_CN' })) }
    const path = '/cgi-bin/user/info/batchget'
    const found = await askWechat(deps, ctx, account, { method: 'POST', path, body, isRepeatable: true, answer: INFOS })
    await keepFollowers(ctx.db, account, found.user_info_list)
    state.done += some.length
    await progress.report({ done: state.done, total: state.total })
  }
}

/** Goes on with a pull that did not end, else begins the next one. */
async function openPull(ctx: Ctx, appid: string): Promise<Pull> {
  const opened = await sql<Pull>`insert into ${own(wxUserPull)} as p
      (tenant_id, appid, no, next_openid, total, done, is_done)
    values (${ctx.user.tenantId}, ${appid}, 1, '', 0, 0, 0)
    on conflict (tenant_id, appid) do update set
      no = p.no + p.is_done,
      next_openid = case when p.is_done = 1 then '' else p.next_openid end,
      done = case when p.is_done = 1 then 0 else p.done end,
      is_done = 0
    returning no, next_openid, total, done`.execute(ctx.db)
  return opened.rows[0] as Pull
}

async function savePull(ctx: Ctx, appid: string, { nextOpenid, total, done }: Pull): Promise<void> {
  await sql`update ${own(wxUserPull)} set next_openid = ${nextOpenid}, total = ${total}, done = ${done}
    where appid = ${appid}`.execute(ctx.db)
}

/** Marks who was not seen; answers how many. */
async function closePull(ctx: Ctx, appid: string, state: Pull): Promise<number> {
  const left = await sql`update ${into(wxUser)} set subscribe = 0, update_time = localtimestamp(0)
    where appid = ${appid} and subscribe is distinct from 0 and coalesce(sync_no, 0) < ${state.no}`.execute(ctx.db)
  await sql`update ${own(wxUserPull)} set is_done = 1, total = ${state.total}, done = ${state.done}
    where appid = ${appid}`.execute(ctx.db)
  return Number(left.numAffectedRows ?? 0)
}
