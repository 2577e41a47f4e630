import { readFile } from 'node:fs/promises'
import {
  assetArticle,
  assetById,
  assetCount,
  assetDelete,
  assetFiles,
  assetList,
  assetNews,
  assetNewsUpload,
  assetSave,
  assetSync,
  assetUpload,
  wxMaterial,
} from '@xueheng/contract/domains/mp/wx-assets.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into, visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx, ReceivedFile } from '../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { codeOf } from '../../platform/provider/ask-provider.ts'
import { listOf } from '../../platform/rows/list.ts'
import { type Account, accountOf, chosenAccount, chosenAppid, familyQuery, findAccount } from './account.ts'
import { type MaterialPage, PAGE_SIZE, keepMaterials, readFiles, readMaterialsJob, readNews } from './read-materials.ts'
import { articleUpstream, typedArticle, typedArticles } from './wx-articles.ts'
import type { MpDeps } from './deps.ts'
import { SUCCESS, askWechat } from './wechat.ts'

const ADDED = z.object({ media_id: z.string(), url: z.string().nullish() })
const COUNT = z.object({
  voice_count: z.number(),
  video_count: z.number(),
  image_count: z.number(),
  news_count: z.number(),
})
const DRAFTS = z.object({ total_count: z.number() })
const NO_MEDIA = 40007

const MB = 1024 * 1024
/** What the platform takes of each type. */
const TYPES: Readonly<Record<string, { most: number; told: string; names: RegExp }>> = {
  image: { most: 10 * MB, told: '10MB', names: /\.(bmp|png|jpe?g|gif)$/i },
  voice: { most: 2 * MB, told: '2MB', names: /\.(mp3|wma|wav|amr)$/i },
  video: { most: 10 * MB, told: '10MB', names: /\.mp4$/i },
  thumb: { most: 64 * 1024, told: '64KB', names: /\.jpe?g$/i },
}

export function assetHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(assetList, async (ctx, { appid, type, query }) => {
      const chosen = await chosenAppid(ctx, appid)
      const kind = type ? sql`m.media_type = ${type}` : sql`true`
      const source = sql`(select * from ${visible(ctx, wxMaterial)} m where m.appid = ${chosen} and ${kind})`
      return listOf(ctx, assetList, familyQuery(query), source)
    }),
    implement(assetCount, (ctx, { appid }) => count(deps, ctx, appid)),
    implement(assetFiles, (ctx, input) => files(deps, ctx, input)),
    implement(assetNews, (ctx, input) => news(deps, ctx, input)),
    implement(assetSync, async (ctx, { appid }) => {
      const account = await chosenAccount(ctx, deps, appid)
      return { jobId: await ctx.jobs.start(ctx, readMaterialsJob(deps), { appid: account.appid }) }
    }),
    implement(assetUpload, (ctx, input, { uploads }) => upload(deps, ctx, input, uploads[0])),
    implement(assetNewsUpload, (ctx, { items }) => addNews(deps, ctx, null, items)),
    implement(assetArticle, (ctx, input) => changeArticle(deps, ctx, input)),
    implement(assetById, (ctx, input) => changeArticle(deps, ctx, input)),
    implement(assetSave, async (ctx, { mediaId, index, articles, appid }) => {
      if (!mediaId) return addNews(deps, ctx, appid, articles)
      await changeArticle(deps, ctx, { mediaId, index, articles, appid })
      return { mediaId }
    }),
    implement(assetDelete, (ctx, { mediaId, appid }) => remove(deps, ctx, mediaId, appid)),
  ]
}

/** An account that can be asked; nothing where it lacks its secret and the copy has to do. */
async function askable(deps: MpDeps, ctx: Ctx, appid: string): Promise<Account | undefined> {
  const known = await findAccount(ctx.db, deps, ctx.user.tenantId, appid)
  return known?.secret === '' ? undefined : accountOf(ctx, deps, appid)
}

async function count(deps: MpDeps, ctx: Ctx, given: string | null) {
  const appid = await chosenAppid(ctx, given)
  const account = await askable(deps, ctx, appid)
  if (!account) return countKept(ctx, appid)
  const path = '/cgi-bin/material/get_materialcount'
  const told = await askWechat(deps, ctx, account, { method: 'GET', path, answer: COUNT })
  const drafts = await askWechat(deps, ctx, account, { method: 'GET', path: '/cgi-bin/draft/count', answer: DRAFTS })
  return {
    voiceCount: told.voice_count,
    videoCount: told.video_count,
    imageCount: told.image_count,
    newsCount: told.news_count + drafts.total_count,
  }
}

async function countKept(ctx: Ctx, appid: string) {
  const found = await sql<{ mediaType: string; n: number }>`select m.media_type, count(*)::int as n
    from ${visible(ctx, wxMaterial)} m where m.appid = ${appid} group by 1`.execute(ctx.db)
  const of = (type: string): number => found.rows.find(({ mediaType }) => mediaType === type)?.n ?? 0
  return {
    voiceCount: of('voice'),
    videoCount: of('video'),
    imageCount: of('image') + of('thumb'),
    newsCount: of('news'),
  }
}

interface PageInput {
  appid: string | null
  page: number | null
  current: number | null
}

async function files(deps: MpDeps, ctx: Ctx, { appid: given, type, ...input }: PageInput & { type: string | null }) {
  const kind = type || 'image'
  if (!['image', 'voice', 'video'].includes(kind)) throw fault('type', '类型应为image、voice或video')
  const appid = await chosenAppid(ctx, given)
  const account = await askable(deps, ctx, appid)
  const offset = offsetOf(input)
  const page = account ? await readFiles(deps, ctx, account, kind, offset) : await keptPage(ctx, appid, kind, offset)
  if (account) await keepMaterials(ctx.db, account, page.items)
  const items = page.items.map(({ mediaId, name, url, updateTime }) => ({ mediaId, name, url, updateTime }))
  return { totalCount: page.total, itemCount: items.length, items }
}

/** The drafts, behind them the older permanent articles. */
async function news(deps: MpDeps, ctx: Ctx, { appid: given, ...input }: PageInput) {
  const appid = await chosenAppid(ctx, given)
  const account = await askable(deps, ctx, appid)
  const offset = offsetOf(input)
  const page = account ? await newsPage(deps, ctx, account, offset) : await keptPage(ctx, appid, 'news', offset)
  if (account) await keepMaterials(ctx.db, account, page.items)
  const items = page.items.map(({ mediaId, updateTime, articles }) => ({
    mediaId,
    updateTime,
    content: { articles: articles ?? [] },
  }))
  return { totalCount: page.total, itemCount: items.length, items }
}

async function newsPage(deps: MpDeps, ctx: Ctx, account: Account, offset: number): Promise<MaterialPage> {
  const drafts = await readNews(deps, ctx, account, 'draft', offset)
  const room = PAGE_SIZE - drafts.items.length
  const older = await readNews(deps, ctx, account, 'material', Math.max(offset - drafts.total, 0))
  return { total: drafts.total + older.total, items: [...drafts.items, ...older.items.slice(0, room)] }
}

async function keptPage(ctx: Ctx, appid: string, type: string, offset: number): Promise<MaterialPage> {
  const kept = sql`from ${visible(ctx, wxMaterial)} m where m.appid = ${appid} and m.media_type = ${type}`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${kept}`.execute(ctx.db)
  const found = await sql<MaterialPage['items'][number]>`select m.media_id, m.media_type,
      coalesce(m.name, '') as name, coalesce(m.url, '') as url, m.articles,
      to_char(m.wx_update_time, 'YYYY-MM-DD HH24:MI:SS') as update_time
    ${kept} order by m.wx_update_time desc, m.id limit ${PAGE_SIZE} offset ${offset}`.execute(ctx.db)
  return { total: counted.rows[0]?.total ?? 0, items: found.rows }
}

function offsetOf({ page, current }: Pick<PageInput, 'page' | 'current'>): number {
  return ((page ?? current ?? 1) - 1) * PAGE_SIZE
}

interface UploadInput {
  fileName: string | null
  mediaType: string | null
  introduction: string | null
  appid: string | null
}

async function upload(deps: MpDeps, ctx: Ctx, input: UploadInput, file: ReceivedFile | undefined) {
  if (!file) throw new AppError('request.missing', { name: 'file' })
  const type = input.mediaType || 'image'
  const allowed = TYPES[type]
  if (!allowed) throw fault('mediaType', '类型应为image、voice、video或thumb')
  if (file.size > allowed.most) throw refuse(`该类素材最大${allowed.told}`)
  if (!allowed.names.test(file.originalName)) throw new AppError('file.type', { name: file.originalName })
  const account = await chosenAccount(ctx, deps, input.appid)
  const name = (input.fileName || file.originalName).slice(0, 100)
  const bytes = await readFile(file.path)
  const given = await askWechat(deps, ctx, account, {
    method: 'POST',
    path: '/cgi-bin/material/add_material',
    query: { type },
    files: [{ name: 'media', fileName: file.originalName, contentType: 'application/octet-stream', bytes }],
    ...(type === 'video' && {
      texts: { description: JSON.stringify({ title: name, introduction: input.introduction ?? '' }) },
    }),
    timeoutMs: 60_000,
    answer: ADDED,
  })
  const url = given.url ?? ''
  const material = {
    mediaId: given.media_id,
    mediaType: type,
    name,
    url,
    articles: null,
    updateTime: wallTime(new Date()),
  }
  await keepMaterials(ctx.db, account, [material])
  await logOperation(ctx, assetUpload.name, assetUpload.title, {
    after: { appid: account.appid, type, name, mediaId: given.media_id },
  })
  return { mediaId: given.media_id, url }
}

async function addNews(deps: MpDeps, ctx: Ctx, appid: string | null, given: unknown) {
  const articles = typedArticles(given)
  const account = await chosenAccount(ctx, deps, appid)
  const body = { articles: articles.map(articleUpstream) }
  const added = await askWechat(deps, ctx, account, { method: 'POST', path: '/cgi-bin/draft/add', body, answer: ADDED })
  const [first] = articles
  const common = { mediaId: added.media_id, mediaType: 'news', name: first?.title ?? '', url: '' }
  await keepMaterials(ctx.db, account, [{ ...common, articles, updateTime: wallTime(new Date()) }])
  await logOperation(ctx, assetNewsUpload.name, assetNewsUpload.title, {
    after: { appid: account.appid, mediaId: added.media_id },
  })
  return { mediaId: added.media_id }
}

interface ArticleInput {
  mediaId: string
  index: number | null
  articles: unknown
  appid: string | null
}

async function changeArticle(deps: MpDeps, ctx: Ctx, { mediaId, index, articles, appid }: ArticleInput): Promise<void> {
  const article = typedArticle(Array.isArray(articles) ? articles[0] : articles)
  const account = await chosenAccount(ctx, deps, appid)
  const at = index ?? 0
  const body = { media_id: mediaId, index: at, articles: articleUpstream(article) }
  await askWechat(deps, ctx, account, {
    method: 'POST',
    path: '/cgi-bin/draft/update',
    body,
    isRepeatable: true,
    answer: SUCCESS,
  })
  await sql`update ${into(wxMaterial)} set articles = jsonb_set(coalesce(articles, '[]'), ${`{${at}}`}::text[], ${JSON.stringify(article)}::jsonb),
      name = case when ${at}::int = 0 then ${article.title.slice(0, 200)} else name end,
      wx_update_time = localtimestamp(0), update_time = localtimestamp(0)
    where appid = ${account.appid} and media_id = ${mediaId}`.execute(ctx.db)
  await logOperation(ctx, assetArticle.name, assetArticle.title, {
    after: { appid: account.appid, mediaId, index: at },
  })
}

/** A permanent material, or else a draft of that number. */
async function remove(deps: MpDeps, ctx: Ctx, mediaId: string, appid: string | null): Promise<void> {
  const account = await chosenAccount(ctx, deps, appid)
  const ask = (path: string) =>
    askWechat(deps, ctx, account, {
      method: 'POST',
      path,
      body: { media_id: mediaId },
      isRepeatable: true,
      answer: SUCCESS,
    })
  try {
    await ask('/cgi-bin/material/del_material')
  } catch (error) {
    if (codeOf(error) !== NO_MEDIA) throw error
    await ask('/cgi-bin/draft/delete')
  }
  await sql`update ${into(wxMaterial)} set is_deleted = 1, update_time = localtimestamp(0)
    where appid = ${account.appid} and media_id = ${mediaId}`.execute(ctx.db)
  await logOperation(ctx, assetDelete.name, assetDelete.title, { before: { appid: account.appid, mediaId } })
}
