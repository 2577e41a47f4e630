import { AppError } from '../error.ts'

/** The refusal of a file that cannot be read as a table, with the reason in the user's words. */
export function unreadable(reason: string): AppError {
  return new AppError('file.broken', { reason })
}

export const REASONS = {
  encrypted: '工作簿设有打开密码，请取消密码后再上传',
  broken: '工作簿已损坏，请用 Excel 或 WPS 重新保存为 xlsx',
  notWorkbook: '不是 Excel 工作簿或 CSV 文件',
  plainText: '内容是纯文本，不是 Excel 工作簿；如果是表格，请用 Excel 或 WPS 另存为 xlsx',
  webPage: '内容是网页，请用 Excel 打开后另存为 xlsx',
  binaryBook: '是 xlsb 格式，请另存为 xlsx',
  bomb: '压缩内容异常（解压后过大），已拒绝',
  overlapping: '压缩内容异常（多个文件共用同一段数据），已拒绝',
  empty: '文件是空的',
} as const

/** What one upload may cost at most; exceeding it is refused, never truncated. */
export interface SheetLimits {
  /** Bytes of the file itself. */
  bytes: number
  /** Rows over all sheets, empty ones not counted. */
  rows: number
  columns: number
  /** Members of the archive. */
  entries: number
  /** Bytes of all members unpacked. */
  inflated: number
  /** Unpacked bytes of one member per packed byte; judged above 10 MB. */
  ratio: number
}

export const DEFAULT_LIMITS: SheetLimits = {
  bytes: 200 * 1024 * 1024,
  rows: 1_000_000,
  columns: 1000,
  entries: 2000,
  inflated: 2 * 1024 * 1024 * 1024,
  ratio: 200,
}
