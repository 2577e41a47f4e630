import { MOST_PHOTOS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { assertMay } from '../../platform/access/rights.ts'
import type { Ctx, Upload } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { type PictureDeps, takePicture } from '../resource/index.ts'

const BUCKET = 'portfolio'

/** Pictures of certificates. */
export const CERTIFICATES = { name: 'certImageUrl', most: MOST_PHOTOS }

/** Takes a picture of a certificate from whoever may write entries. */
export function takeCertificate(deps: PictureDeps, ctx: Ctx, bucketName: string | null, upload: Upload | undefined) {
  assertMay(ctx, 'teacherportfolio_add', 'teacherportfolio_edit')
  if (bucketName && bucketName !== BUCKET) throw refuse('存储空间只能是portfolio')
  return takePicture(deps, ctx, upload)
}
