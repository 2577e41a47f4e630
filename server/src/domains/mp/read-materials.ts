import { type WxArticle, wxMaterial } from '@xueheng/contract/domains/mp/wx-assets.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx, Db, JobProgress, JobResult } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { type Account, accountOf } from './account.ts'
import { TOLD_ARTICLE, articleFromUpstream } from './wx-articles.ts'
import type { MpDeps } from './deps.ts'
import { askWechat } from './wechat.ts'

/** The platform gives no more at once. */
export const PAGE_SIZE = 20

const FILES = z.object({
  total_count: z.number(),
  item_count: z.number(),
  item: z.array(
    z.object({
      media_id: z.string(),
      name: z.string().default(''),
      url: z.string().nullish(),
      update_time: z.number().default(0),
    }),
  ),
})
const NEWS = z.object({
  total_count: z.number(),
  item_count: z.number(),
  item: z.array(
    z.object({
      media_id: z.string(),
      content: z.object({ news_item: z.array(TOLD_ARTICLE) }),
      update_time: z.number().default(0),
    }),
  ),
})

export interface Material {
  mediaId: string
  mediaType: string
  name: string
  url: string
  articles: WxArticle[] | null
  updateTime: string
}

export interface MaterialPage {
  total: number
  items: Material[]
}

/** One page of files of a type. */
export async function readFiles(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  type: string,
  offset: number,
): Promise<MaterialPage> {
  const body = { type, offset, count: PAGE_SIZE }
  const path = '/cgi-bin/material/batchget_material'
  const page = await askWechat(deps, ctx, account, { method: 'POST', path, body, isRepeatable: true, answer: FILES })
  const items = page.item.map((one) => ({
    mediaId: one.media_id,
    mediaType: type,
    name: one.name,
    url: one.url ?? '',
    articles: null,
    updateTime: timeOf(one.update_time),
  }))
  return { total: page.total_count, items }
}

/** One page of articles: of the drafts, where new ones live, or of the older permanent ones. */
export async function readNews(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  source: 'draft' | 'material',
  offset: number,
): Promise<MaterialPage> {
  const isDraft = source === 'draft'
  const path = isDraft ? '/cgi-bin/draft/batchget' : '/cgi-bin/material/batchget_material'
  const body = { offset, count: PAGE_SIZE, ...(isDraft ? { no_content: 0 } : { type: 'news' }) }
  const page = await askWechat(deps, ctx, account, { method: 'POST', path, body, isRepeatable: true, answer: NEWS })
  const items = page.item.map((one) => {
    const articles = one.content.news_item.map(articleFromUpstream)
    const [first] = articles
    const common = { name: first?.title ?? '', url: first?.url ?? '', articles }
    return { mediaId: one.media_id, mediaType: 'news', ...common, updateTime: timeOf(one.update_time) }
  })
  return { total: page.total_count, items }
}

function timeOf(seconds: number): string {
  return wallTime(seconds > 0 ? new Date(seconds * 1000) : new Date())
}

/** Writes materials into the copy as they are now. */
export async function keepMaterials(
  db: Db,
  { tenantId, appid }: Account,
  materials: readonly Material[],
): Promise<void> {
  if (materials.length === 0) return
  const rows = JSON.stringify(
    materials.map((one) => ({ ...one, name: one.name.slice(0, 200), url: one.url.slice(0, 1000) })),
  )
  await sql`insert into ${into(wxMaterial)} as m (id, tenant_id, appid, media_type, name, media_id, url, articles, wx_update_time)
    select ${nextIds(materials.length)}, ${tenantId}, ${appid}, r."mediaType", r.name, r."mediaId", r.url, r.articles,
      r."updateTime"::timestamp
    from jsonb_to_recordset(${rows}::jsonb)
      as r("mediaType" text, name text, "mediaId" text, url text, articles jsonb, "updateTime" text)
    on conflict (tenant_id, appid, media_id) do update set media_type = excluded.media_type, name = excluded.name,
      url = excluded.url, articles = excluded.articles, wx_update_time = excluded.wx_update_time, is_deleted = 0,
      update_time = localtimestamp(0)`.execute(db)
}

/** Reads all materials of an account, page by page; what the platform has no more leaves the copy. */
export function readMaterialsJob(deps: MpDeps) {
  return defineJob<{ appid: string }>({
    name: 'mp.read-materials',
    title: '同步素材',
    singletonKey: ({ appid }) => appid,
    subject: ({ appid }) => appid,
    run: (ctx, { appid }, progress) => readAll(deps, ctx, appid, progress),
  })
}

async function readAll(deps: MpDeps, ctx: Ctx, appid: string, progress: JobProgress): Promise<JobResult> {
  const account = await accountOf(ctx, deps, appid)
  const seen = new Set<string>()
  const sources = [
    ...['image', 'voice', 'video'].map((type) => (offset: number) => readFiles(deps, ctx, account, type, offset)),
    ...(['draft', 'material'] as const).map(
      (source) => (offset: number) => readNews(deps, ctx, account, source, offset),
    ),
  ]
  for (const read of sources) {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      await progress.report({ done: seen.size, step: '读取素材' })
      const page = await read(offset)
      await keepMaterials(ctx.db, account, page.items)
      for (const { mediaId } of page.items) seen.add(mediaId)
      if (page.items.length === 0 || offset + PAGE_SIZE >= page.total) break
    }
  }
  await sql`update ${into(wxMaterial)} set is_deleted = 1, update_time = localtimestamp(0)
    where appid = ${appid} and is_deleted = 0 and media_id <> all(${[...seen]}::text[])`.execute(ctx.db)
  return { text: `共${seen.size}个素材`, link: '/mpweixin/wxAssets' }
}
