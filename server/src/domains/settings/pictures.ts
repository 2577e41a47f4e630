import { picture, putFile } from '@xueheng/contract/domains/settings/picture.ts'
import { sql } from 'kysely'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx, Upload } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { every, into } from '../../platform/access/doors.ts'
import { attach } from '@xueheng/contract/domains/resource/attach.ts'

const everyAttach = every(attach, '?')

const TYPES = ['image/jpeg', 'image/png']
const MAX_BYTES = 500 * 1024

interface Kept {
  contentType: string
}

export function pictureHandlers({ database }: { database: Database }): Implementation[] {
  return [
    implement(putFile, (ctx, _input, { uploads }) => publish(ctx, uploads[0])),
    implement(picture, async (ctx, { tenantId, id }) => {
      const inside = { ...ctx, db: database.tenant(tenantId.replaceAll('\u0000', '')) }
      const found =
        await sql<Kept>`select content_type from ${everyAttach} where id = ${checkId(id)} and is_public = 1`.execute(
          inside.db,
        )
      const kept = found.rows[0]
      if (!kept) throw new AppError('row.notFound')
      const { name, stream } = await ctx.files.read(inside, id)
      return { name, contentType: kept.contentType, body: stream }
    }),
  ]
}

/** A small picture whose contents are what its name says becomes readable by its address. */
async function publish(ctx: Ctx, upload: Upload | undefined) {
  if (!upload) throw new AppError('request.missing', { name: 'file' })
  const found = await sql<Kept>`select content_type from ${everyAttach} where id = ${upload.fileId}`.execute(ctx.db)
  const isPicture = TYPES.includes(found.rows[0]?.contentType ?? '')
  if (!isPicture || upload.size > MAX_BYTES) throw refuse('只能上传jpg或png图片，且不超过500kb')
  await sql`update ${into(attach)} set is_public = 1 where id = ${upload.fileId}`.execute(ctx.db)
  return {
    link: `/api/blade-resource/picture/${ctx.user.tenantId}/${upload.fileId}`,
    name: upload.name,
    originalName: upload.name,
  }
}
