import * as call from '@xueheng/contract/domains/resource/attach.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { escapeLike } from '../../platform/rows/filters.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId, orderBy } from '../../platform/rows/read.ts'
import type { Ctx, Upload } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { fitsName } from '../../platform/files/content-type.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { assertLink, linkTo } from './file-link.ts'
import { contentTypeOfFile } from '../../platform/files/stored-file.ts'
import { every, into, visibleEver } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const FILES = every(call.attach, 'narrowed to the own files beside')

interface Deps {
  config: Pick<Config, 'masterKey'>
  database: Database
}

const UNFIT = '文件内容与扩展名不符，请检查后再上传'

type AttachView = { id: string } & Row<typeof call.attach.fields>

export function attachHandlers(deps: Deps): Implementation[] {
  const { masterKey } = deps.config
  return [
    implement(call.attachList, (ctx, input) => list(ctx, input)),
    implement(call.attachDetail, async (ctx, { id }) => (await find(ctx, id)) ?? null),
    implement(call.attachSubmit, (ctx, { id, name }) => rename(ctx, id, name)),
    implement(call.attachRemove, (ctx, { ids }) => remove(ctx, idsOf({ ids }))),
    implement(call.attachLink, async (ctx, { id }) => {
      const row = await findOrRefuse(ctx, id)
      return linkTo(masterKey, ctx.user.tenantId, row.id, ctx.now)
    }),
    implement(call.attachRead, (ctx, input) => {
      assertLink(masterKey, input, ctx.now)
      return answerFile({ ...ctx, db: deps.database.tenant(input.tenantId) }, input.id)
    }),
    implement(call.putFileAttach, (ctx, _input, { uploads }) => put(deps, ctx, uploads[0])),
  ]
}

const selectFiles = (
  ctx: Ctx,
) => sql`select f.id, f.name, f.name as original_name, coalesce(substring(f.name from '[^.]+\\.([^.]+)$'), '') as extension,
  f.size::float8 as attach_size, f.content_type, f.sha256, coalesce(u.name, '') as create_user_name,
  to_char(f.create_time, 'YYYY-MM-DD HH24:MI:SS') as upload_time, '' as domain_url, '' as domain,
  case when f.is_public = 1 then '/api/blade-resource/picture/' || f.tenant_id || '/' || f.id
    else '/api/blade-resource/file/' || f.id end as link
  from ${FILES} f left join ${visibleEver(ctx, user)} u on u.id = f.create_user`

/** Files belong to who made them; those who see everything of the tenant see these too. */
function ownFiles(ctx: Ctx) {
  return sql`f.is_deleted = 0 and (f.create_user = ${ctx.user.id} or ${ctx.scope.level === 'all'})`
}

interface ListInput extends Record<string, unknown> {
  current: number | null
  size: number | null
  name: string | null
  originalName: string | null
  extension: string | null
}

async function list(ctx: Ctx, input: ListInput) {
  const page = { current: input.current ?? 1, size: input.size ?? 10 }
  const condition = sql`${ownFiles(ctx)} and strpos(f.name, ${input.name ?? ''}) > 0
    and strpos(f.name, ${input.originalName ?? ''}) > 0 and f.name ilike ${`%${escapeLike(input.extension ?? '')}`}`
  const rows =
    await sql<AttachView>`select * from (${selectFiles(ctx)} where ${condition}) a order by ${orderBy(call.attach, input, sql.id)}
    limit ${page.size} offset ${(page.current - 1) * page.size}`.execute(ctx.db)
  const count = await sql<{ n: number }>`select count(*)::int as n from ${FILES} f where ${condition}`.execute(ctx.db)
  return pageOf(rows.rows, count.rows[0]?.n ?? 0, page)
}

async function find(ctx: Ctx, id: string): Promise<AttachView | undefined> {
  const found = await sql<AttachView>`${selectFiles(ctx)} where f.id = ${checkId(id)} and ${ownFiles(ctx)}`.execute(
    ctx.db,
  )
  return found.rows[0]
}

async function findOrRefuse(ctx: Ctx, id: string): Promise<AttachView> {
  const row = await find(ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

async function rename(ctx: Ctx, id: string, name: string): Promise<AttachView> {
  assertMay(ctx, 'attach_edit')
  const before = await findOrRefuse(ctx, id)
  if (!fitsName(before.contentType ?? '', name)) throw refuse(UNFIT)
  await sql`update ${into(call.attach)} set name = ${name} where id = ${before.id}`.execute(ctx.db)
  await log(ctx, 'attach.submit', '修改附件', id, { name: before.name }, { name })
  return findOrRefuse(ctx, id)
}

/** The row is hidden; it goes with its bytes when the recycle bin is emptied. */
async function remove(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of new Set(ids)) {
    const row = await findOrRefuse(ctx, id)
    await sql`update ${into(call.attach)} set is_deleted = 1, delete_time = now() where id = ${row.id}`.execute(ctx.db)
    await log(ctx, 'attach.remove', '删除附件', row.id, { name: row.name, sha256: row.sha256 }, undefined)
  }
}

type Values = Record<string, unknown>

function log(ctx: Ctx, name: string, title: string, rowId: string, before: Values, after: Values | undefined) {
  return logOperation(ctx, name, title, { entity: 'attach', rowId, before, after })
}

async function put({ database }: Deps, ctx: Ctx, upload: Upload | undefined) {
  if (!upload) throw new AppError('request.missing', { name: 'file' })
  const { link, name, contentType } = await findOrRefuse(ctx, upload.fileId)
  if (!fitsName(contentType ?? '', name)) {
    // On a connection of its own: the refusal takes back what this transaction does.
    await sql`update ${into(call.attach)} set is_deleted = 1, delete_time = now() where id = ${upload.fileId}`.execute(
      database.beside(ctx.user.tenantId),
    )
    throw refuse(UNFIT)
  }
  return { link: link ?? '', domain: '', name, originalName: name, attachId: upload.fileId }
}

/** Sent as bytes to be saved, under the type the contents were found to have; never drawn by the browser. */
async function answerFile(ctx: Ctx, id: string): Promise<FileAnswer> {
  const contentType = await contentTypeOfFile(ctx, id)
  const { name, stream } = await ctx.files.read(ctx, id)
  return { name, contentType: contentType ?? 'application/octet-stream', body: stream }
}
