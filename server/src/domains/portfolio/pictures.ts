import { readFile, rm, writeFile } from 'node:fs/promises'
import { MOST_PHOTOS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { sql } from 'kysely'
import type { Ctx, Upload } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { linkTo } from '../resource/index.ts'
import { type CleanPicture, stripMetadata } from './strip-metadata.ts'
import { every, into } from '../../platform/access/doors.ts'
import { attach } from '@xueheng/contract/domains/resource/attach.ts'

const UPLOADS = every(attach, 'a picture is taken from whoever uploaded it')

const MAX_BYTES = 512_000
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' }
const WRONG = '只能上传jpg/png格式，且不超过500kb'
const BUCKET = 'portfolio'
const LIFE_SECONDS = 1800
const LINK = /^\/api\/blade-resource\/attach\/file\/(\w{1,12})\/(\d{1,18}|[1-8]\d{18})(\?.*)?$/

/** Keeps the picture without what cameras write beside it; it stays private, and the link opens it for half an hour. */
export async function keepPicture(
  { database, masterKey }: { database: Database; masterKey: Buffer },
  ctx: Ctx,
  bucketName: string | null,
  upload: Upload | undefined,
) {
  assertMay(ctx, 'teacherportfolio_add', 'teacherportfolio_edit')
  if (!upload) throw new AppError('request.missing', { name: 'file' })
  if (bucketName && bucketName !== BUCKET) throw refuse('存储空间只能是portfolio')
  const discard = (db: Ctx['db']) =>
    sql`update ${into(attach)} set is_deleted = 1, delete_time = now() where id = ${upload.fileId}`.execute(db)
  const bytes = upload.size <= MAX_BYTES ? await readFile(upload.path) : undefined
  const clean = bytes && stripMetadata(bytes)
  if (!clean) {
    // Not waited for: it begins when the refusal has taken back this transaction and given its connection free.
    void discard(database.tenant(ctx.user.tenantId)).catch((error: unknown) => ctx.log.error({ error }, 'upload kept'))
    throw refuse(WRONG)
  }
  const kept = await keepCleaned(ctx, clean, upload.name)
  await discard(ctx.db)
  const { link } = linkTo(masterKey, ctx.user.tenantId, kept.fileId, ctx.now, LIFE_SECONDS)
  return { link, name: upload.name, originalName: upload.name }
}

async function keepCleaned(ctx: Ctx, { contentType, bytes }: CleanPicture, name: string): Promise<Upload> {
  const path = ctx.files.tempPath(EXTENSIONS[contentType])
  try {
    await writeFile(path, bytes)
    return await ctx.files.keep(ctx, { path, name })
  } finally {
    await rm(path, { force: true })
  }
}

/** The links as they are kept, without signatures. Only pictures one has put there, or that stood there before, are taken. */
export async function keptPictures(ctx: Ctx, typed: string, before: string | null | undefined): Promise<string> {
  const links = typed.split(',').filter((part) => part.trim() !== '')
  if (links.length > MOST_PHOTOS) throw fault('certImageUrl', `照片最多${MOST_PHOTOS}张`)
  const ids = links.map((link) => idOf(ctx, link.trim()))
  const known = (before ?? '').split(',')
  const added = ids.filter((id) => !known.includes(plainLink(ctx, id)))
  const found = await sql<{ id: string }>`select id from ${UPLOADS} where is_deleted = 0 and is_public = 0
    and create_user = ${ctx.user.id} and content_type in ('image/jpeg', 'image/png')
    and id = any(${added}::bigint[])`.execute(ctx.db)
  const own = new Set(found.rows.map((row) => row.id))
  if (added.some((id) => !own.has(id))) throw fault('certImageUrl', '照片已失效，请重新上传')
  return ids.map((id) => plainLink(ctx, id)).join()
}

function idOf(ctx: Ctx, link: string): string {
  const [, tenantId, id] = LINK.exec(link) ?? []
  if (!id || tenantId !== ctx.user.tenantId) throw fault('certImageUrl', '照片已失效，请重新上传')
  return id
}

function plainLink(ctx: Ctx, id: string): string {
  return `/api/blade-resource/attach/file/${ctx.user.tenantId}/${id}`
}

/** The row with links that open; nobody gets a row whose pictures are not for them. */
export function withLinks<T>(masterKey: Buffer, ctx: Ctx, row: T): T {
  const stored = (row as { certImageUrl?: unknown } | null)?.certImageUrl
  if (typeof stored !== 'string' || stored === '') return row
  const links = stored.split(',').map((link) => {
    const [, tenantId = '', id = ''] = LINK.exec(link) ?? []
    return linkTo(masterKey, tenantId, id, ctx.now, LIFE_SECONDS).link
  })
  return { ...row, certImageUrl: links.join() }
}
