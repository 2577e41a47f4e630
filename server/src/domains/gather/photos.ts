import { PHOTO, gatherStudent, studentPhoto } from '@xueheng/contract/domains/gather/gather-student.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { pictureSize } from '../../platform/files/picture-size.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { sql } from 'kysely'
import {
  type JudgePicture,
  type PictureDeps,
  cleanPicture,
  keepPicture,
  pictureLink,
  takePicture,
} from '../resource/index.ts'

export const PHOTO_FIELD = { name: 'photoUrl', most: 1 }

const [WIDTH, HEIGHT] = PHOTO
/** Of the width: what a cut by hand may be out by. */
const TOLERANCE = 0.03
const LEAST = 180
const MOST = 4000

/** A photo is upright, of the declared proportion, and neither a stamp nor a poster. */
export const judgePhoto: JudgePicture = (picture) => {
  const { width, height } = pictureSize(picture)
  if (width < LEAST || height > MOST)
    return `照片的宽应不少于${LEAST}像素，高不超过${MOST}像素；这张是${width}×${height}`
  const isCut = Math.abs((width * HEIGHT) / (height * WIDTH) - 1) <= TOLERANCE
  return isCut ? undefined : `照片应为竖版一寸，宽高比${WIDTH}:${HEIGHT}；这张是${width}×${height}`
}

export function photoHandlers(deps: PictureDeps): Implementation[] {
  return [
    implement(studentPhoto, (ctx, _input, { uploads }) => {
      assertMay(ctx, 'gatherstudent_add', 'gatherstudent_edit')
      return takePicture(deps, ctx, uploads[0], judgePhoto)
    }),
  ]
}

const DATA = /^data:image\/(?:jpeg|png);base64,([\w+/]+={0,2})$/

/** A photo that comes with the other answers of a parent, kept; the link as rows have it. */
export async function keepSentPhoto(ctx: Ctx, sent: string, name: string): Promise<string> {
  const [, coded] = DATA.exec(sent) ?? []
  if (!coded) throw refuse('照片没有传完整，请重新选择')
  const clean = cleanPicture(Buffer.from(coded, 'base64'), judgePhoto)
  return pictureLink(ctx, await keepPicture(ctx, clean, name))
}

const FILE_ID = /\/(\d+)$/

/** Files of the photos of collected students whom the reader sees, by the code of the student. */
export async function seenPhotos(ctx: Ctx, studentCodes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ studentCode: string; photoUrl: string }>`select distinct on (g.student_code)
      g.student_code, g.photo_url from ${visible(ctx, gatherStudent)} g
    where g.student_code = any(${studentCodes}::varchar[]) and g.photo_url <> ''
    order by g.student_code, g.update_time desc, g.id desc`.execute(ctx.db)
  return new Map(
    rows.flatMap(({ studentCode, photoUrl }) => {
      const [, id] = FILE_ID.exec(photoUrl) ?? []
      return id ? [[studentCode, id] as const] : []
    }),
  )
}
