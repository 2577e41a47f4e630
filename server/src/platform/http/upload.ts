import { createWriteStream, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { FastifyRequest } from 'fastify'
import type { Ctx, LookedFile, ReceivedFile } from '../ctx.ts'
import { AppError } from '../error.ts'
import type { Scan } from '../files/scan.ts'

/** Streams every file of a multipart request into the store, once it has been looked through; plain fields join `input`. */
export async function receiveUploads(
  ctx: Ctx,
  request: FastifyRequest,
  { uploadLimit: limit, scan }: { uploadLimit: number; scan: Scan },
  input: Record<string, unknown>,
  declared: Fields = {},
): Promise<ReceivedFile[]> {
  if (!request.isMultipart()) throw new AppError('request.unreadable')
  const uploads: ReceivedFile[] = []
  for await (const part of request.parts({ limits: { fileSize: limit, files: 200, fields: 50 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') input[part.fieldname] = part.value
      continue
    }
    const path = ctx.files.tempPath('upload')
    try {
      await receive(part.file, path, limit)
      await scan(path)
      const originalName = baseName(part.filename)
      const name = baseName(askedText(declared, input, 'fileName') || originalName)
      const store = askedText(declared, input, 'code')
      uploads.push({ ...(await ctx.files.keep(ctx, { path, name, store })), originalName })
    } finally {
      await rm(path, { force: true })
    }
  }
  if (uploads.length === 0) throw new AppError('request.missing', { name: 'file' })
  return uploads
}

const LOOK_LIMIT = 50 * 1024 * 1024

/** Does `work` with the one file of a request, which is gone afterwards; plain fields join `input`. */
export async function withGlance<T>(
  ctx: Ctx,
  request: FastifyRequest,
  { uploadLimit, scan }: { uploadLimit: number; scan: Scan },
  input: Record<string, unknown>,
  work: (looked: LookedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('request.unreadable')
  const limit = Math.min(uploadLimit, LOOK_LIMIT)
  const path = ctx.files.tempPath('look')
  let name: string | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: limit, files: 1, fields: 20 } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') input[part.fieldname] = part.value
        continue
      }
      await receive(part.file, path, limit)
      await scan(path)
      name = baseName(part.filename)
    }
    if (name === undefined) throw new AppError('request.missing', { name: 'file' })
    return await work({ path, name, size: statSync(path).size })
  } finally {
    await rm(path, { force: true })
  }
}

async function receive(file: Readable & { truncated: boolean }, path: string, limit: number): Promise<void> {
  await pipeline(file, createWriteStream(path))
  if (file.truncated) throw new AppError('request.tooLarge', { limit: `${Math.round(limit / 1024 / 1024)}MB` })
}

/** What the call declares to be asked with: the name to keep a file under, the code of the store to keep it in. */
function askedText(declared: Fields, input: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(declared, name) ? input[name] : undefined
  return typeof value === 'string' ? value.trim() : ''
}

/** Some browsers send whole paths; folders are nobody's business. */
function baseName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? 'file').slice(0, 200)
}
