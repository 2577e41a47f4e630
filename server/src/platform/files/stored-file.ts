import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { own } from '../db/table.ts'
import { checkId } from '../rows/read.ts'
import { fileObject } from './tables.ts'

type Bound = Pick<Ctx, 'db'>

/** Whether the caller brought the file in. */
export async function isOwnFile(ctx: Pick<Ctx, 'db' | 'user'>, fileId: string): Promise<boolean> {
  const found = await sql`select 1 from ${own(fileObject)} f
    where f.id = ${checkId(fileId)} and f.create_user = ${ctx.user.id}`.execute(ctx.db)
  return found.rows.length > 0
}

/** Those of the files that the caller brought in and nobody removed, with the names they came with; ids that are none are left out. */
export async function ownFiles(
  ctx: Pick<Ctx, 'db' | 'user'>,
  fileIds: string[],
): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`select f.id::text as id, f.name from ${own(fileObject)} f
    where f.id::text = any(${fileIds}::text[]) and f.create_user = ${ctx.user.id} and f.is_deleted = 0`.execute(ctx.db)
  return found.rows
}

/** Those of the files that are pictures of at most `maxBytes` which the caller may look at: public ones and own ones. */
export async function pickPictures(
  ctx: Pick<Ctx, 'db' | 'user'>,
  fileIds: readonly string[],
  maxBytes: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>`select f.id from ${own(fileObject)} f
    where f.id = any(${fileIds}::bigint[]) and f.is_deleted = 0 and f.content_type in ('image/jpeg', 'image/png')
      and f.size <= ${maxBytes} and (f.is_public = 1 or f.create_user = ${ctx.user.id})`.execute(ctx.db)
  return found.rows.map(({ id }) => id)
}

/** What the contents are, as the server found when they came in; nothing for an unknown file. */
export async function contentTypeOfFile(ctx: Bound, fileId: string): Promise<string | undefined> {
  return (await readFacts(ctx, fileId))?.contentType
}

/** The same of a file that anybody may look at. */
export async function contentTypeOfPublic(ctx: Bound, fileId: string): Promise<string | undefined> {
  const facts = await readFacts(ctx, fileId)
  return facts?.isPublic === 1 ? facts.contentType : undefined
}

async function readFacts(ctx: Bound, fileId: string): Promise<{ contentType: string; isPublic: number } | undefined> {
  const found = await sql<{ contentType: string; isPublic: number }>`select f.content_type, f.is_public
    from ${own(fileObject)} f where f.id = ${checkId(fileId)}`.execute(ctx.db)
  return found.rows[0]
}

/** From now on anybody may look at it. */
export async function publishFile(ctx: Bound, fileId: string): Promise<void> {
  await sql`update ${own(fileObject)} set is_public = 1 where id = ${checkId(fileId)}`.execute(ctx.db)
}

/** Whether any file of the tenant, removed or not, lies in that store. */
export async function isStoreUsed(ctx: Bound, storeId: string): Promise<boolean> {
  const found = await sql`select 1 from ${own(fileObject)} f where f.store_id = ${storeId} limit 1`.execute(ctx.db)
  return found.rows.length > 0
}
