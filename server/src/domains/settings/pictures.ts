import { picture, putFile, putFileByName } from '@xueheng/contract/domains/settings/picture.ts'
import type { Ctx, ReceivedFile } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { contentTypeOfFile, contentTypeOfPublic, publishFile } from '../../platform/files/stored-file.ts'

const TYPES = ['image/jpeg', 'image/png']
const MAX_BYTES = 500 * 1024

export function pictureHandlers({ database }: { database: Database }): Implementation[] {
  return [
    implement(putFile, (ctx, _input, { uploads }) => publishPicture(ctx, uploads[0])),
    implement(putFileByName, (ctx, _input, { uploads }) => publishPicture(ctx, uploads[0])),
    implement(picture, async (ctx, { tenantId, id }) => {
      const inside = { ...ctx, db: database.tenant(tenantId.replaceAll('\u0000', '')) }
      const contentType = await contentTypeOfPublic(inside, id)
      if (!contentType) throw new AppError('row.notFound')
      const { name, stream } = await ctx.files.read(inside, id)
      return { name, contentType, body: stream }
    }),
  ]
}

/** A small picture whose contents are what its name says becomes readable by its address. */
export async function publishPicture(ctx: Ctx, upload: ReceivedFile | undefined) {
  if (!upload) throw new AppError('request.missing', { name: 'file' })
  const isPicture = TYPES.includes((await contentTypeOfFile(ctx, upload.fileId)) ?? '')
  if (!isPicture || upload.size > MAX_BYTES) throw refuse('只能上传jpg或png图片，且不超过500kb')
  await publishFile(ctx, upload.fileId)
  return {
    link: `/api/blade-resource/picture/${ctx.user.tenantId}/${upload.fileId}`,
    domain: '',
    name: upload.name,
    originalName: upload.originalName,
    attachId: upload.fileId,
  }
}
