import type { ErrorCode } from '@xueheng/contract/kit/error.ts'
import { AppError } from './error.ts'

/** One kind of fault that can be foreseen, and the refusal people are told instead. */
interface Fault {
  is: ErrorCode
  /** Codes of the system, of PostgreSQL (five signs) or of the web server. */
  codes?: readonly string[]
  /** Names of errors. */
  names?: readonly string[]
  /** DuckDB and drivers tell some faults by their text alone. */
  text?: RegExp
}

/**
 * Every fault that can be foreseen; the first line that fits counts, and the causes behind an error count, too. What fits no
 * line is a defect of ours: that alone is told as 未知错误, under a number to find it by.
 */
export const FAULTS: readonly Fault[] = [
  { is: 'storage.full', codes: ['ENOSPC', 'EDQUOT', '53100'], text: /No space left on device|Disk quota exceeded/ },
  { is: 'storage.closed', codes: ['EACCES', 'EPERM', 'EROFS'], text: /Permission denied|Read-only file system/ },
  { is: 'storage.broken', codes: ['EIO', '58030', 'XX001', 'XX002'], text: /Input\/output error/ },
  {
    is: 'file.damaged',
    text: /No magic bytes found|too small to be a Parquet file|TProtocolException|parquet.*corrupt|(ZSTD|Snappy).*(fail|error)/i,
  },
  { is: 'file.gone', codes: ['ENOENT'], text: /No files found that match|No such file or directory/ },
  { is: 'server.memory', text: /Out of Memory Error|failed to offload data block/ },
  { is: 'server.busy', codes: ['EMFILE', 'ENFILE', 'ENOMEM'] },
  { is: 'database.busy', codes: ['53200', '53300', '53400'] },
  {
    is: 'database.away',
    codes: ['57P01', '57P02', '57P03', '57P05', '25006', '08000', '08003', '08006'],
    text: /^Connection terminated|^timeout exceeded when trying to connect/,
  },
  { is: 'request.tooLong', codes: ['57014'] },
  { is: 'row.busy', codes: ['40001', '40P01', '55P03'] },
  { is: 'row.taken', codes: ['23505'] },
  { is: 'request.badValue', codes: ['22P02', '22003', '22007', '22008', '22021', '22P05', '22001'] },
  { is: 'request.type', codes: ['FST_ERR_CTP_INVALID_MEDIA_TYPE'] },
  { is: 'request.bodyTooLarge', codes: ['FST_ERR_CTP_BODY_TOO_LARGE'] },
  { is: 'file.tooLarge', codes: ['FST_REQ_FILE_TOO_LARGE'] },
  { is: 'request.tooManyFiles', codes: ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'] },
  {
    is: 'service.away',
    codes: [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
    ],
    names: ['TimeoutError'],
  },
]

/** How far back causes are looked for. */
const MOST_CAUSES = 5

/** The refusal behind an error that can be foreseen; nothing for a defect of ours. */
export function refusalBehind(error: unknown): AppError | undefined {
  let one = error
  for (let depth = 0; one instanceof Error && depth < MOST_CAUSES; depth += 1) {
    if (one instanceof AppError) return one
    const known = kindOf(one)
    if (known) return new AppError(known)
    one = one.cause
  }
  return undefined
}

function kindOf(error: Error & { code?: unknown }): ErrorCode | undefined {
  const code = typeof error.code === 'string' ? error.code : ''
  return FAULTS.find(
    ({ codes, names, text }) => codes?.includes(code) || names?.includes(error.name) || text?.test(error.message),
  )?.is
}

/** What people are told of an error: its refusal, or that it is a defect, under the number of the request or the job. */
export function tellFault(error: unknown, id: string): AppError {
  return refusalBehind(error) ?? new AppError('defect', { id })
}
