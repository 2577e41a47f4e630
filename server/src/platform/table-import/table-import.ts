import { type ImportCalls, type ImportedRow, MOST_SHOWN } from '@xueheng/contract/platform/table-import.ts'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Ctx } from '../ctx.ts'
import { valueProblems } from '../rows/values.ts'
import { lockKey } from '../db/pool.ts'
import { AppError, refuse } from '../error.ts'
import type { SheetFile } from '../sheet/read.ts'
import { type Implementation, type RequestInfo, implement } from '../module.ts'
import { type Mends, keepMends, mendedRows, readMends, withMends } from './mends.ts'
import {
  type TableColumn,
  type TableContents,
  type TableRow,
  annotatedTable,
  readTable,
  templateOf,
} from './table-file.ts'
import { isOwnFile } from '../files/stored-file.ts'

/** A row with what would be kept of it, and the id of the row it changes. */
export interface JudgedRow extends ImportedRow {
  input: Record<string, unknown>
  id?: string | undefined
}

/** What is asked beside the file. */
export type Asked = Record<string, unknown>

export interface Judgement {
  rows: JudgedRow[]
  /** What is wrong with the whole; empty when nothing is. */
  message: string
}

export interface Kept {
  added: number
  changed: number
  /** Of accounts that were added, to be shown this once. */
  passwords?: IssuedPassword[]
}

/** One kind of rows that come in by workbook. */
export interface TableImport {
  /** Stands on the workbooks: 用户导入. */
  title: string
  /** What to know before filling in the empty workbook. */
  note: string
  columns: readonly TableColumn[]
  /** So many rows at once, where more than usual are fine. */
  mostRows?: number
  /** Fields of the rows whose values are keys of dictionaries or of other rows. */
  fields?: Fields
  /** The columns with the words there are to choose from; the same without it. */
  columnsWithOptions?(ctx: Ctx): Promise<readonly TableColumn[]>
  /** Holds off others who would change the same rows. */
  lock(ctx: Ctx): string
  /** Runs on the rows the import is about; refuses who may not. */
  at<T>(ctx: Ctx, asked: Asked, work: (inside: Ctx) => Promise<T>): Promise<T>
  /** Every row with all that is wrong with it; nothing is stopped at the first fault. */
  judge(ctx: Ctx, rows: TableRow[], asked: Asked): Promise<Judgement>
  /** Keeps rows without faults. */
  save(ctx: Ctx, rows: JudgedRow[]): Promise<Kept>
}

/** Rows by workbook: looked through as often as wanted, kept all at once or not at all. */
export function importHandlers(calls: ImportCalls<Fields>, kind: TableImport): Implementation[] {
  return [
    ...lookHandlers(calls, kind),
    implement(calls.commit, async (ctx, asked) => {
      const book = await openBook(ctx, String(asked['fileId']))
      return kind.at(ctx, asked, (inside) => keepTable(kind, inside, asked, book))
    }),
  ]
}

/** The same without keeping anything: empty workbook, look through, what was found. */
export function lookHandlers(calls: Omit<ImportCalls<Fields>, 'commit'>, kind: Looking): Implementation[] {
  return [
    implement(calls.check, (ctx, asked, info) =>
      kind.at(ctx, asked, (inside) => check(kind, inside, asked, freshBook(info))),
    ),
    implement(calls.mend, async (ctx, { mends, ...asked }) => {
      const book = await openBook(ctx, String(asked['fileId']))
      const typed = mendedRows(mends ?? [], kind.columns)
      const mended = { ...book, mends: await keepMends(ctx, book.fileId, book.mends, typed) }
      return kind.at(ctx, asked, (inside) => check(kind, inside, asked, mended))
    }),
    implement(calls.faults, async (ctx, asked) => {
      const book = await openBook(ctx, String(asked['fileId']))
      return kind.at(ctx, asked, (inside) => faults(kind, inside, asked, book))
    }),
    implement(calls.template, (ctx, asked) =>
      kind.at(ctx, asked, async (inside) => templateOf(kind.title, kind.note, await columnsOf(kind, inside))),
    ),
  ]
}

/** What is needed to look through a workbook. */
type Looking = Omit<TableImport, 'save' | 'lock'>

async function columnsOf(kind: Looking, ctx: Ctx): Promise<readonly TableColumn[]> {
  return (await kind.columnsWithOptions?.(ctx)) ?? kind.columns
}

async function judge(kind: Looking, ctx: Ctx, book: Book, asked: Asked): Promise<Judgement & { passed: string[] }> {
  const { rows: table, passed } = await readBook(book, kind.columns, kind.mostRows)
  const judged = await kind.judge(ctx, table, asked)
  const rows = kind.fields ? await withKeyFaults(kind.fields, ctx, judged.rows) : judged.rows
  return { ...judged, rows, passed }
}

/** Values of rows that are in no dictionary, or that the importer does not see, in the columns of their names. */
async function withKeyFaults(fields: Fields, ctx: Ctx, rows: JudgedRow[]): Promise<JudgedRow[]> {
  const typed = rows.map(({ input, id }) => ({ values: input, mayKeep: id !== undefined }))
  const problems = await valueProblems(ctx, { fields }, typed)
  return rows.map((row, at) => {
    const found = (problems[at] ?? []).map(({ field, message }) => [field, message])
    return { ...row, faults: { ...Object.fromEntries(found), ...row.faults } }
  })
}

/** A workbook that came in, with what was typed over its cells. */
export interface Book extends SheetFile {
  fileId: string
  mends: Mends
}

/** The file of an upload. */
export function freshBook({ uploads }: RequestInfo): Book {
  const [file] = uploads
  if (!file) throw new AppError('request.missing', { name: 'file' })
  return { ...file, mends: {} }
}

/** A file that was looked through belongs to whoever did, in their own tenant, whichever the rows are meant for. */
export async function openBook(own: Ctx, fileId: string): Promise<Book> {
  if (!(await isOwnFile(own, fileId))) throw new AppError('row.notFound')
  return { ...(await own.files.localPath(own, fileId)), mends: await readMends(own, fileId) }
}

/** The rows of a workbook as they were mended. */
export async function readBook(
  book: Book,
  columns: readonly TableColumn[],
  mostRows: number | undefined,
): Promise<TableContents> {
  const { rows, passed } = await readTable(book, columns, mostRows)
  return { rows: withMends(rows, book.mends), passed }
}

async function check(kind: Looking, ctx: Ctx, asked: Asked, book: Book) {
  const { rows, message, passed } = await judge(kind, ctx, book, asked)
  const used = new Set(rows.flatMap((row) => Object.keys(row.values)))
  const good = rows.filter((row) => !isFaulty(row))
  const columns = await columnsOf(kind, ctx)
  return {
    fileId: book.fileId,
    columns: columns
      .filter(({ key }) => used.has(key))
      .map(({ key, title, options = [] }) => ({ key, title, options })),
    rows: shownOf(rows),
    total: rows.length,
    faulty: rows.length - good.length,
    added: good.filter((row) => !row.isKnown).length,
    changed: good.filter((row) => row.isKnown && !row.isSame).length,
    same: good.filter((row) => row.isSame).length,
    passed,
    message,
  }
}

/** The rows as they are shown: all of a short workbook; of a long one those with faults first of all. */
function shownOf(rows: JudgedRow[]): ImportedRow[] {
  const picked = [...rows.filter(isFaulty), ...rows.filter((row) => !isFaulty(row))].slice(0, MOST_SHOWN)
  return picked
    .toSorted((one, other) => one.rowNo - other.rowNo)
    .map(({ rowNo, values, faults: said, isKnown, isSame = false }) => ({
      rowNo,
      values,
      faults: said,
      isKnown,
      isSame,
    }))
}

export function isFaulty(row: JudgedRow): boolean {
  return Object.keys(row.faults).length > 0
}

async function faults(kind: Looking, ctx: Ctx, asked: Asked, book: Book) {
  const { rows } = await judge(kind, ctx, book, asked)
  return annotatedTable(kind.title, await columnsOf(kind, ctx), rows)
}

/** All rows of a workbook, or a refusal that names the first faults. */
export async function keepTable(kind: TableImport, ctx: Ctx, asked: Asked, book: Book): Promise<Required<Kept>> {
  await lockKey(ctx.db, kind.lock(ctx))
  const { rows, message } = await judge(kind, ctx, book, asked)
  if (message) throw refuse(message)
  const faulty = rows.filter(isFaulty)
  if (faulty.length > 0) throw faultsOf(faulty, NOT_IMPORTED)
  return { passwords: [], ...(await kind.save(ctx, rows)) }
}

const MOST_NAMED = 3

export const NOT_IMPORTED = '不能导入，全部未保存'

/** A refusal that names the first of the rows with faults; `what` says what follows for all of them. */
export function faultsOf(rows: JudgedRow[], what: string): AppError {
  const named = rows
    .slice(0, MOST_NAMED)
    .map(({ rowNo, faults: said }) => `第${rowNo}行：${Object.values(said).join('，')}`)
    .join('；')
  return refuse(`有${rows.length}行${what}。${named}${rows.length > MOST_NAMED ? '……' : ''}`)
}
