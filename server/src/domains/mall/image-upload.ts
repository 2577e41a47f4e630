import { mallImage } from '@xueheng/contract/domains/mall/image-upload.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { publishPicture } from '../settings/index.ts'

export const imageHandlers: Implementation[] = [
  implement(mallImage, (ctx, _input, { uploads }) => publishPicture(ctx, uploads[0])),
]
