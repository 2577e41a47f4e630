import { readFile, rm, writeFile } from 'node:fs/promises'
import { attach } from '@xueheng/contract/domains/resource/attach.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx, Upload } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { type CleanPicture, stripMetadata } from '../../platform/files/strip-metadata.ts'
import { linkTo } from './file-link.ts'

const UPLOADS = every(attach, 'a picture is taken from whoever uploaded it')

const MAX_BYTES = 512_000
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' }
const WRONG = '只能上传jpg/png格式，且不超过500kb'
const LIFE_SECONDS = 1800
const LINK = /^\/api\/blade-resource\/attach\/file\/(\w{1,12})\/(\d{1,18}|[1-8]\d{18})(\?.*)?$/

export interface PictureDeps {
  database: Database
  masterKey: Buffer
}

/** Why a picture is not taken although it is one; nothing where it is. */
export type JudgePicture = (picture: CleanPicture) => string | undefined

/** The picture without what cameras write beside it. Throws where the bytes are none, are too many, or `judge` refuses it. */
export function cleanPicture(bytes: Buffer, judge?: JudgePicture): CleanPicture {
  const clean = bytes.length <= MAX_BYTES ? stripMetadata(bytes) : undefined
  if (!clean) throw refuse(WRONG)
  const reason = judge?.(clean)
  if (reason) throw refuse(reason)
  return clean
}

/** Keeps an uploaded picture cleaned; it stays private, and the link opens it for half an hour. */
export async function takePicture(deps: PictureDeps, ctx: Ctx, upload: Upload | undefined, judge?: JudgePicture) {
  if (!upload) throw new AppError('request.missing', { name: 'file' })
  const { database, masterKey } = deps
  const discard = (db: Ctx['db']) =>
    sql`update ${into(attach)} set is_deleted = 1, delete_time = now() where id = ${upload.fileId}`.execute(db)
  let clean: CleanPicture
  try {
    clean = cleanPicture(upload.size <= MAX_BYTES ? await readFile(upload.path) : Buffer.alloc(0), judge)
  } catch (refusal) {
    // Not waited for: it begins when the refusal has taken back this transaction and given its connection free.
    void discard(database.tenant(ctx.user.tenantId)).catch((error: unknown) => ctx.log.error({ error }, 'upload kept'))
    throw refusal
  }
  const fileId = await keepPicture(ctx, clean, upload.name)
  await discard(ctx.db)
  const { link } = linkTo(masterKey, ctx.user.tenantId, fileId, ctx.now, LIFE_SECONDS)
  return { link, name: upload.name, originalName: upload.name }
}

/** Keeps a cleaned picture, for nobody else to open; answers the id of its file. */
export async function keepPicture(ctx: Ctx, { contentType, bytes }: CleanPicture, name: string): Promise<string> {
  const path = ctx.files.tempPath(EXTENSIONS[contentType])
  try {
    await writeFile(path, bytes)
    return (await ctx.files.keep(ctx, { path, name })).fileId
  } finally {
    await rm(path, { force: true })
  }
}

/** Where links of pictures are kept, and how many stand in one value. */
export interface PictureField {
  name: string
  most: number
}

/** The links as they are kept, without signatures. Only pictures one has put there, or that stood there before, are taken. */
export async function keptPictures(
  ctx: Ctx,
  { name, most }: PictureField,
  typed: string,
  before: string | null | undefined,
): Promise<string> {
  const links = partsOf(typed)
  if (links.length > most) throw fault(name, `照片最多${most}张`)
  const ids = links.map((link) => idOf(ctx, name, link))
  const known = (before ?? '').split(',')
  const added = ids.filter((id) => !known.includes(pictureLink(ctx, id)))
  const found = await sql<{ id: string }>`select id from ${UPLOADS} where is_deleted = 0 and is_public = 0
    and create_user = ${ctx.user.id} and content_type in ('image/jpeg', 'image/png')
    and id = any(${added}::bigint[])`.execute(ctx.db)
  const own = new Set(found.rows.map((row) => row.id))
  if (added.some((id) => !own.has(id))) throw fault(name, '照片已失效，请重新上传')
  return ids.map((id) => pictureLink(ctx, id)).join()
}

function idOf(ctx: Ctx, name: string, link: string): string {
  const [, tenantId, id] = LINK.exec(link) ?? []
  if (!id || tenantId !== ctx.user.tenantId) throw fault(name, '照片已失效，请重新上传')
  return id
}

/** A link as it is kept: it opens nothing before it is signed. */
export function pictureLink(ctx: Ctx, id: string): string {
  return `/api/blade-resource/attach/file/${ctx.user.tenantId}/${id}`
}

/** The row with links that open; nobody gets a row whose pictures are not for them. */
export function withLinks<T>(masterKey: Buffer, ctx: Ctx, name: string, row: T): T {
  if (typeof row !== 'object' || row === null || !(name in row)) return row
  const stored = (row as Record<string, unknown>)[name]
  if (typeof stored !== 'string' || stored === '') return row
  const links = stored.split(',').map((link) => {
    const [, tenantId = '', id = ''] = LINK.exec(link) ?? []
    return linkTo(masterKey, tenantId, id, ctx.now, LIFE_SECONDS).link
  })
  return { ...row, [name]: links.join() }
}

/** The same for whatever a call answers: a row, a list of them, or a page with its rows in `records`. */
export function linkedAnswer(masterKey: Buffer, ctx: Ctx, name: string, answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((row: unknown) => withLinks(masterKey, ctx, name, row))
  if (typeof answer !== 'object' || answer === null) return answer
  if (!('records' in answer) || !Array.isArray(answer.records)) return withLinks(masterKey, ctx, name, answer)
  return { ...answer, records: answer.records.map((row: unknown) => withLinks(masterKey, ctx, name, row)) }
}
