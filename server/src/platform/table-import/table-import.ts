import { type ImportCalls, type ImportedRow, MOST_SHOWN } from '@xueheng/contract/platform/table-import.ts'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Ctx } from '../ctx.ts'
import { valueProblems } from '../rows/values.ts'
import { lockKey } from '../db/pool.ts'
import { AppError, refuse } from '../error.ts'
import type { SheetFile } from '../sheet/read.ts'
import { type Implementation, type RequestInfo, implement } from '../module.ts'
import { type TableColumn, type TableRow, annotatedTable, readTable, templateOf } from './table-file.ts'
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
      const file = await uploaded(ctx, String(asked['fileId']))
      return kind.at(ctx, asked, (inside) => keepTable(kind, inside, asked, file))
    }),
  ]
}

/** The same without keeping anything: empty workbook, look through, what was found. */
export function lookHandlers(calls: Omit<ImportCalls<Fields>, 'commit'>, kind: Looking): Implementation[] {
  return [
    implement(calls.check, (ctx, asked, info) => kind.at(ctx, asked, (inside) => check(kind, inside, asked, info))),
    implement(calls.faults, async (ctx, asked) => {
      const file = await uploaded(ctx, String(asked['fileId']))
      return kind.at(ctx, asked, (inside) => faults(kind, inside, asked, file))
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

async function judge(
  kind: Looking,
  ctx: Ctx,
  file: SheetFile,
  asked: Asked,
): Promise<Judgement & { passed: string[] }> {
  const { rows: table, passed } = await readTable(file, kind.columns, kind.mostRows)
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

/** The file of an upload. */
export function uploadOf({ uploads }: RequestInfo) {
  const [file] = uploads
  if (!file) throw new AppError('request.missing', { name: 'file' })
  return file
}

async function check(kind: Looking, ctx: Ctx, asked: Asked, info: RequestInfo) {
  const file = uploadOf(info)
  const { rows, message, passed } = await judge(kind, ctx, file, asked)
  const used = new Set(rows.flatMap((row) => Object.keys(row.values)))
  const good = rows.filter((row) => !isFaulty(row))
  return {
    fileId: file.fileId,
    columns: kind.columns.filter(({ key }) => used.has(key)).map(({ key, title }) => ({ key, title })),
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

async function faults(kind: Looking, ctx: Ctx, asked: Asked, file: SheetFile) {
  const { rows } = await judge(kind, ctx, file, asked)
  return annotatedTable(kind.title, await columnsOf(kind, ctx), rows)
}

/** The file belongs to whoever looked through it, in their own tenant, whichever the rows are meant for. */
export async function uploaded(own: Ctx, fileId: string): Promise<SheetFile> {
  if (!(await isOwnFile(own, fileId))) throw new AppError('row.notFound')
  return own.files.localPath(own, fileId)
}

/** All rows of a workbook, or a refusal that names the first faults. */
export async function keepTable(kind: TableImport, ctx: Ctx, asked: Asked, file: SheetFile): Promise<Required<Kept>> {
  await lockKey(ctx.db, kind.lock(ctx))
  const { rows, message } = await judge(kind, ctx, file, asked)
  if (message) throw refuse(message)
  const faulty = rows.filter(isFaulty)
  if (faulty.length > 0) throw faultsOf(faulty)
  return { passwords: [], ...(await kind.save(ctx, rows)) }
}

const MOST_NAMED = 3

/** A refusal that names the first of the rows with faults. */
export function faultsOf(rows: JudgedRow[]): AppError {
  const named = rows
    .slice(0, MOST_NAMED)
    .map(({ rowNo, faults: said }) => `第${rowNo}行：${Object.values(said).join('，')}`)
    .join('；')
  return refuse(`有${rows.length}行不能导入，全部未保存。${named}${rows.length > MOST_NAMED ? '……' : ''}`)
}
