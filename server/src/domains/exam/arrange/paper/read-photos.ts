import { readFile } from 'node:fs/promises'
import type { Ctx } from '../../../../platform/ctx.ts'
import { pickPictures } from '../../../../platform/files/stored-file.ts'
import { seenPhotos } from '../../../gather/index.ts'
import type { SittingStudent } from './read-sitters.ts'

/** Addresses under which stored pictures are known; what lies elsewhere is not fetched. */
const LINK = /^\/api\/blade-resource\/(?:(?:picture|attach\/file)\/\w{1,12}|file)\/(\d{1,18}|[1-8]\d{18})(?:\?|$)/
const MAX_BYTES = 500 * 1024

/** Photos by the number of the candidate. */
export type Photos = ReadonlyMap<string, Uint8Array>

/** The file a candidate's photo lies in. */
function photoId({ photoUrl }: SittingStudent): string | undefined {
  return LINK.exec(photoUrl ?? '')?.[1]
}

/** The stored photos of candidates, as far as the reader may look at them: what stands with the candidate, or what was collected. */
export async function readPhotos(ctx: Ctx, students: readonly SittingStudent[]): Promise<Photos> {
  const own = students.map(photoId)
  const allowed = new Set(await pickPictures(ctx, [...new Set(own.flatMap((id) => id ?? []))], MAX_BYTES))
  const isOwn = (id: string | undefined): id is string => id !== undefined && allowed.has(id)
  const others = students.flatMap(({ studentCode }, i) => (isOwn(own[i]) || !studentCode ? [] : [studentCode]))
  const collected = others.length > 0 ? await seenPhotos(ctx, others) : new Map<string, string>()
  const photos = new Map<string, Uint8Array>()
  for (const [i, { studentNumber, studentCode }] of students.entries()) {
    const id = isOwn(own[i]) ? own[i] : collected.get(studentCode ?? '')
    if (id) photos.set(studentNumber, await readFile((await ctx.files.localPath(ctx, id)).path))
  }
  return photos
}
