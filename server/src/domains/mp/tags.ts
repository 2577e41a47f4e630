import {
  tagBatch,
  tagDelete,
  tagDetail,
  tagList,
  tagSave,
  tagUpdate,
  untagBatch,
} from '@xueheng/contract/domains/mp/wx-user.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { AppError, fault } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { type Account, assertPublic, chosenAccount, chosenAppid, findAccount } from './account.ts'
import { FOLLOWER, keepFollowers } from './keep-followers.ts'
import { wxRead, wxTag } from './tables.ts'
import type { MpDeps } from './deps.ts'
import { SUCCESS, askWechat } from './wechat.ts'

const TAGS = z.object({ tags: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })) })
const INFOS = z.object({ user_info_list: z.array(FOLLOWER) })
const MOST_AT_ONCE = 50

interface Tag {
  id: number
  name: string
  count: number
}

export function tagHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(tagList, (ctx, input) => list(deps, ctx, input.appid, input.refresh === 1)),
    implement(tagDetail, async (ctx, input) => {
      const tags = await list(deps, ctx, input.appid, false)
      return tags.find(({ id }) => id === input.id) ?? null
    }),
    implement(tagSave, (ctx, input) => saveTag(deps, ctx, input)),
    implement(tagUpdate, (ctx, input) => saveTag(deps, ctx, input)),
    implement(tagDelete, (ctx, input) => removeTag(deps, ctx, input)),
    implement(tagBatch, (ctx, input) => tagAll(deps, ctx, input, true)),
    implement(untagBatch, (ctx, input) => tagAll(deps, ctx, input, false)),
  ]
}

/** From the copy; read from the platform where that is asked for, or was never done. */
async function list(deps: MpDeps, ctx: Ctx, given: string | null, isFresh: boolean): Promise<Tag[]> {
  const appid = await chosenAppid(ctx, given)
  const account = await findAccount(ctx.db, deps, ctx.user.tenantId, appid)
  const wants = account && account.secret !== '' && (isFresh || !(await wasRead(ctx, appid)))
  if (isFresh && account?.secret === '') await chosenAccount(ctx, deps, appid)
  if (wants) await readTags(deps, ctx, account)
  return keptTags(ctx, appid)
}

async function wasRead(ctx: Ctx, appid: string): Promise<boolean> {
  const found = await sql`select 1 from ${own(wxRead)} r where r.appid = ${appid} and r.what = 'tags'`.execute(ctx.db)
  return found.rows.length > 0
}

async function keptTags(ctx: Ctx, appid: string): Promise<Tag[]> {
  const found = await sql<Tag>`select t.tagid as id, t.name, t.count from ${own(wxTag)} t
    where t.appid = ${appid} order by t.tagid`.execute(ctx.db)
  return found.rows
}

/** The tags as the platform has them now, kept. */
export async function readTags(deps: MpDeps, ctx: Ctx, account: Account): Promise<void> {
  const { tags } = await askWechat(deps, ctx, account, { method: 'GET', path: '/cgi-bin/tags/get', answer: TAGS })
  const { tenantId, appid } = account
  const rows = JSON.stringify(tags)
  await inTransaction(ctx.db, async (db) => {
    await sql`delete from ${own(wxTag)} where appid = ${appid}`.execute(db)
    await sql`insert into ${own(wxTag)} (tenant_id, appid, tagid, name, count)
      select ${tenantId}, ${appid}, r.id, left(r.name, 64), r.count
      from jsonb_to_recordset(${rows}::jsonb) as r(id int, name text, count int) on conflict do nothing`.execute(db)
    await sql`insert into ${own(wxRead)} (tenant_id, appid, what, read_time) values (${tenantId}, ${appid}, 'tags', now())
      on conflict (tenant_id, appid, what) do update set read_time = now()`.execute(db)
  })
}

async function saveTag(
  deps: MpDeps,
  ctx: Ctx,
  { id, name, appid }: { id: number | null; name: string; appid: string | null },
): Promise<void> {
  const account = await chosenAccount(ctx, deps, appid)
  assertPublic(account)
  const tag = id ? { id, name } : { name }
  const path = id ? '/cgi-bin/tags/update' : '/cgi-bin/tags/create'
  await askWechat(deps, ctx, account, { method: 'POST', path, body: { tag }, answer: SUCCESS })
  await logOperation(ctx, 'wxUserTags.save', '保存粉丝标签', { after: { appid: account.appid, ...tag } })
  await readTags(deps, ctx, account)
}

async function removeTag(deps: MpDeps, ctx: Ctx, { id, appid }: { id: number; appid: string | null }): Promise<void> {
  if (id <= 0) throw fault('id', '标签ID不得为空')
  const account = await chosenAccount(ctx, deps, appid)
  assertPublic(account)
  const path = '/cgi-bin/tags/delete'
  await askWechat(deps, ctx, account, { method: 'POST', path, body: { tag: { id } }, answer: SUCCESS })
  await logOperation(ctx, 'updateTags.delete', '删除粉丝标签', { before: { appid: account.appid, id } })
  await readTags(deps, ctx, account)
}

/** Tags up to fifty people, and reads them anew. */
async function tagAll(
  deps: MpDeps,
  ctx: Ctx,
  { tagid, openidList, appid }: { tagid: number; openidList: unknown; appid: string | null },
  isOn: boolean,
): Promise<void> {
  const openids = openidsOf(openidList)
  const account = await chosenAccount(ctx, deps, appid)
  assertPublic(account)
  const path = `/cgi-bin/tags/members/${isOn ? 'batchtagging' : 'batchuntagging'}`
  const body = { openid_list: openids, tagid }
  await askWechat(deps, ctx, account, { method: 'POST', path, body, isRepeatable: true, answer: SUCCESS })
  const call = isOn ? tagBatch : untagBatch
  await logOperation(ctx, call.name, call.title, { after: { appid: account.appid, tagid, count: openids.length } })
  await readTags(deps, ctx, account)
  await readFollowers(deps, ctx, account, openids)
}

/** People as the platform has them now, at most a hundred. */
export async function readFollowers(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  openids: readonly string[],
): Promise<void> {
  const found = await askWechat(deps, ctx, account, {
    method: 'POST',
    path: '/cgi-bin/user/info/batchget',
    body: { user_list: openids.map((openid) => ({ openid, lang: 'zh_CN' })) },
    isRepeatable: true,
    answer: INFOS,
  })
  await keepFollowers(ctx.db, account, found.user_info_list)
}

function openidsOf(given: unknown): string[] {
  const list = Array.isArray(given) ? given.filter((one): one is string => typeof one === 'string' && one !== '') : []
  if (list.length === 0) throw new AppError('request.noSelection')
  if (list.length > MOST_AT_ONCE) throw fault('openidList', `一次最多选${MOST_AT_ONCE}位粉丝`)
  return [...new Set(list)]
}
