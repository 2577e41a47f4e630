import * as call from '@xueheng/contract/domains/resource/attach.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import type { Config } from '../../platform/config.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import type { Ctx, ReceivedFile } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, faults, refuse } from '../../platform/error.ts'
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

type AttachView = Row<typeof call.attachList.fields>

export function attachHandlers(deps: Deps): Implementation[] {
  const { masterKey } = deps.config
  return [
    implement(call.attachList, (ctx, { query }) => listOf(ctx, call.attachList, query, filesOf(ctx))),
    implement(call.attachDetail, (ctx, { id }) => find(ctx, id)),
    implement(call.attachSubmit, (ctx, { id, name }) => change(ctx, id, name)),
    implement(call.attachRemove, (ctx, { ids }) => remove(ctx, partsOf(ids))),
    implement(call.attachLink, async (ctx, { id }) => {
      const row = await findOrRefuse(ctx, id)
      return linkTo(masterKey, ctx.user.tenantId, row.id, ctx.now)
    }),
    implement(call.attachRead, (ctx, input) => {
      assertLink(masterKey, input, ctx.now)
      return answerFile({ ...ctx, db: deps.database.tenant(input.tenantId) }, input.id)
    }),
    implement(call.putFileAttach, (ctx, _input, { uploads }) => put(deps, ctx, uploads[0])),
    implement(call.putFileAttachByName, (ctx, _input, { uploads }) => put(deps, ctx, uploads[0])),
  ]
}

/** Files belong to who made them; those who see everything of the tenant see these too. */
const filesOf = (
  ctx: Ctx,
) => sql`(select f.id, f.name, f.name as original_name, coalesce(substring(f.name from '[^.]+\\.([^.]+)$'), '') as extension,
  f.size::float8 as attach_size, f.content_type, f.sha256, coalesce(u.name, '') as create_user_name,
  f.create_time as upload_time, f.create_user, null::bigint as create_dept, f.create_time, null::bigint as update_user,
  f.create_time as update_time, 1 as status, f.is_deleted, '' as domain_url, '' as domain,
  case when f.is_public = 1 then '/api/blade-resource/picture/' || f.tenant_id || '/' || f.id
    else '/api/blade-resource/file/' || f.id end as link
  from ${FILES} f left join ${visibleEver(ctx, user)} u on u.id = f.create_user
  where f.is_deleted = 0 and (f.create_user = ${ctx.user.id} or ${ctx.scope.level === 'all'}))`

function find(ctx: Ctx, id: string): Promise<AttachView | null> {
  return findOf(ctx, call.attachList, id, filesOf(ctx))
}

async function findOrRefuse(ctx: Ctx, id: string): Promise<AttachView> {
  const row = await find(ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

/** An edit names only what it changes; a name that comes is held to what is asked of one. */
async function change(ctx: Ctx, id: string, given: string | null | undefined): Promise<AttachView> {
  assertMay(ctx, 'attach_edit')
  const before = await findOrRefuse(ctx, id)
  const parsed = parseFields({ name: call.attach.fields.name }, { name: given }, { partial: true })
  if (!parsed.ok) throw faults(parsed.problems)
  const { name } = parsed.value
  return name === undefined ? before : rename(ctx, before, name)
}

async function rename(ctx: Ctx, before: AttachView, name: string): Promise<AttachView> {
  const { id } = before
  if (!fitsName(before.contentType ?? '', name)) throw refuse(UNFIT)
  await sql`update ${into(call.attach)} set name = ${name} where id = ${id}`.execute(ctx.db)
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

async function put({ database }: Deps, ctx: Ctx, upload: ReceivedFile | undefined) {
  if (!upload) throw new AppError('request.missing', { name: 'file' })
  const { link, name, contentType } = await findOrRefuse(ctx, upload.fileId)
  if (!fitsName(contentType ?? '', name)) {
    // On a connection of its own: the refusal takes back what this transaction does.
    await sql`update ${into(call.attach)} set is_deleted = 1, delete_time = now() where id = ${upload.fileId}`.execute(
      database.beside(ctx.user.tenantId),
    )
    throw refuse(UNFIT)
  }
  return { link: link ?? '', domain: '', name, originalName: upload.originalName, attachId: upload.fileId }
}

/** Sent as bytes to be saved, under the type the contents were found to have; never drawn by the browser. */
async function answerFile(ctx: Ctx, id: string): Promise<FileAnswer> {
  const contentType = await contentTypeOfFile(ctx, id)
  const { name, stream } = await ctx.files.read(ctx, id)
  return { name, contentType: contentType ?? 'application/octet-stream', body: stream }
}
