import { readFile } from 'node:fs/promises'
import type { Ctx } from '../../../../platform/ctx.ts'
import { pickPictures } from '../../../../platform/files/stored-file.ts'
import type { SittingStudent } from './read-sitters.ts'

/** Addresses under which stored pictures are known; what lies elsewhere is not fetched. */
const LINK = /^\/api\/blade-resource\/(?:(?:picture|attach\/file)\/\w{1,12}|file)\/(\d{1,18}|[1-8]\d{18})(?:\?|$)/
const MAX_BYTES = 500 * 1024

/** Photos by the id of their file. */
export type Photos = ReadonlyMap<string, Uint8Array>

/** The file a candidate's photo lies in. */
export function photoId({ photoUrl }: SittingStudent): string | undefined {
  return LINK.exec(photoUrl ?? '')?.[1]
}

/** The stored photos of candidates, as far as the reader may look at them. */
export async function readPhotos(ctx: Ctx, students: readonly SittingStudent[]): Promise<Photos> {
  const wanted = new Set(students.flatMap((one) => photoId(one) ?? []))
  const photos = new Map<string, Uint8Array>()
  for (const id of await pickPictures(ctx, [...wanted], MAX_BYTES)) {
    const { path } = await ctx.files.localPath(ctx, id)
    photos.set(id, await readFile(path))
  }
  return photos
}
