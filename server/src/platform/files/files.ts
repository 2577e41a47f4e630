import type { Readable } from 'node:stream'

export type { Files } from '../ctx.ts'

/** What a `file` call answers. */
export interface FileAnswer {
  name: string
  contentType: string
  body: Readable | Buffer
  /** Rows of an exported list. */
  rows?: number
}

export function isFileAnswer(value: unknown): value is FileAnswer {
  return typeof value === 'object' && value !== null && 'body' in value && 'contentType' in value
}
