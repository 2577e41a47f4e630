import { fileDownload } from '@xueheng/contract/platform/file.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'
import { type Implementation, implement } from '../module.ts'
import { checkId } from '../rows/read.ts'
import { contentTypeOfName } from './content-type.ts'
import type { FileAnswer } from './files.ts'
import { own } from '../db/table.ts'
import { fileObject } from './tables.ts'

export const fileHandlers: Implementation[] = [implement(fileDownload, (ctx, input) => download(ctx, input.id))]

/** Files belong to who made them; those who see everything of the tenant see these too. */
async function download(ctx: Ctx, id: string): Promise<FileAnswer> {
  const mine = await sql`select 1 from ${own(fileObject)} where id = ${checkId(id)}
    and (create_user = ${ctx.user.id} or is_public = 1 or ${ctx.scope.level === 'all'})`.execute(ctx.db)
  if (mine.rows.length === 0) throw new AppError('row.notFound')
  const file = await ctx.files.read(ctx, id)
  return { name: file.name, contentType: contentTypeOfName(file.name), body: file.stream }
}
