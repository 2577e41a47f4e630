import type { Readable } from 'node:stream'
import type { Ctx, Upload } from '../ctx.ts'

/** Stored files by id. Contents lie in a local folder or an S3-compatible store under their hash. */
export interface Files {
  /** Keeps the contents of a local file (it may be moved) and answers its id. */
  keep(ctx: Ctx, file: { path: string; name: string }): Promise<Upload>
  /** A local path with the contents, for libraries that want a file. */
  localPath(ctx: Ctx, fileId: string): Promise<Upload>
  read(ctx: Ctx, fileId: string): Promise<{ name: string; size: number; stream: Readable }>
  /** A fresh path in the temporary folder; removed when the process starts again. */
  tempPath(extension: string): string
  /** Folder of an exam: `packages/<tenant>/<exam>` below the data folder. */
  packageFolder(tenantId: string, examId: string): string
}

/** What a `file` call answers. */
export interface FileAnswer {
  name: string
  contentType: string
  body: Readable | Buffer
}

export function isFileAnswer(value: unknown): value is FileAnswer {
  return typeof value === 'object' && value !== null && 'body' in value && 'contentType' in value
}
