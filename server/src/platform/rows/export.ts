import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, type Fields, isListed } from '@xueheng/contract/kit/field.ts'
import { wallDay } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { refuse } from '../error.ts'
import type { FileAnswer } from '../files/files.ts'
import { inTransaction } from '../db/pool.ts'
import { openWorkbook } from '../files/open-workbook.ts'
import { XLSX_TYPE } from '../sheet/write.ts'
import { namelessOf, openLabels } from './labels.ts'
import { maskRows } from '../access/mask.ts'
import { assertMay } from '../access/rights.ts'
import { maskedFilters, openAct } from '../audit/child-access.ts'
import { logOperation } from '../audit/operation-log.ts'
import { type ExportJob, isLong, startLongExport } from './long-export.ts'
import { listedRows, type Query } from './read.ts'
import { asNumbers } from './rows.ts'
import { type Rows, countForSheet, walkRows } from './walk-rows.ts'

const SHORTEST_REASON = 4

type NamedField = [string, Field]
type Row = Record<string, unknown>
type Exported = Pick<AnyEntity, 'name' | 'title'> & { fields: Fields }

/**
 * What the list shows under these filters, all of it, as a workbook: labels instead of keys, personal values masked, or
 * whole for those who may look at each of them.
 */
export async function exportEntity(entity: AnyEntity, ctx: Ctx, query: Query): Promise<FileAnswer | ExportJob> {
  // These are of the export, whatever fields the entity has.
  const { reason: _reason, format: _format, isWhole, isBackground: _isBackground, ...asked } = query
  const isUnmasked = Number(isWhole) === 1
  if (isUnmasked) assertMay(ctx, `${entity.permission}_reveal`)
  return exportRows(ctx, entity, query, listedRows(entity, ctx, asked), isUnmasked)
}

/**
 * Rows as a workbook, never more than a batch of them in memory. Columns with personal values need a reason; it is kept
 * with the number of rows, the filters and the hash of the file. `isWhole` leaves them unmasked. Answers a job where there
 * are many rows and the query says `isBackground`. Throws a refusal without a reason, and where a sheet would not hold the rows.
 */
export async function exportRows(
  ctx: Ctx,
  entity: Exported,
  query: Query,
  rows: Rows,
  isWhole = false,
): Promise<FileAnswer | ExportJob> {
  const shown = exportedFields(entity.fields)
  const isPersonal = shown.some(([, field]) => field.personal)
  const reason = isPersonal ? requiredReason(query['reason']) : undefined
  const call = `${entity.name}.export`
  const title = `${entity.title}${isWhole ? '导出完整信息' : '导出'}`
  const filters = filtersOf(query)
  const made = await inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    const total = await countForSheet(db, rows)
    if (isLong(query, total)) return startLongExport(inside, call, `导出${entity.title}`, query)
    const act = openAct(inside, entity.fields)
    const book = await writeBook(inside, entity, { rows, isWhole, total, meet: (batch) => act.meet(batch) })
    await act.close({ kind: 'exported', call, title, reason, filters: maskedFilters(entity.fields, filters) })
    return book
  })
  if ('jobId' in made) return made
  const { body, sha256, count } = made
  const after = { rows: count, filters, sha256, ...(reason && { reason }), ...(isWhole && { isWhole }) }
  await logOperation(ctx, call, title, { entity: entity.name, after })
  const name = `${entity.title}_${wallDay(ctx.now).replaceAll('-', '')}.xlsx`
  return { name, contentType: XLSX_TYPE, body, rows: count }
}

/** What a list shows, to be written in its order. */
interface Listed {
  rows: Rows
  isWhole: boolean
  /** So many rows there were a moment ago. */
  total: number
  /** Is told each batch of rows as they are kept. */
  meet: (batch: Row[]) => Promise<void>
}

async function writeBook(ctx: Ctx, { title, fields }: Exported, { rows, isWhole, total, meet }: Listed) {
  const shown = exportedFields(fields)
  const labels = await openLabels(ctx, shown)
  let count = 0
  async function* lines(): AsyncGenerator<Row> {
    await ctx.report?.({ step: '写入工作簿', done: 0, total })
    for await (const batch of walkRows<Row>(ctx.db, rows)) {
      await labels.meet(batch)
      await meet(batch)
      const numbered = asNumbers(fields, batch)
      for (const row of isWhole ? numbered : maskRows(fields, numbered)) {
        count += 1
        yield Object.fromEntries(shown.map(([name, field]) => [name, cell(field, row[name], labels.of(name))]))
      }
      await ctx.report?.({ done: count })
    }
  }
  const sheet = { name: title, header: shown.map(headerOf), rows: lines(), freeze: { rows: 1, columns: 1 } }
  const book = await openWorkbook(ctx.files, [sheet])
  return { ...book, count }
}

function exportedFields(fields: Fields): NamedField[] {
  return Object.entries(fields).filter(([, field]) => isListed(field))
}

/** The reason as it is kept; a refusal when it says nothing. */
export function requiredReason(given: unknown): string {
  const reason = typeof given === 'string' ? given.trim() : ''
  if (reason === '') throw refuse('请填写理由；不能填写理由的客户端，请在本系统的页面上操作')
  if ([...reason].length < SHORTEST_REASON) throw refuse('请填写理由，至少4个字')
  return reason.slice(0, 200)
}

const NO_FILTERS = new Set(['reason', 'format', 'isWhole', 'isBackground', 'current', 'size', 'ascs', 'descs'])

/** What narrows the rows, as it is kept with an export. */
export function filtersOf(query: Query): Query {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => !NO_FILTERS.has(name) && value !== '' && value !== null && value !== undefined,
    ),
  )
}

function headerOf([name, field]: NamedField) {
  return {
    key: name,
    title: field.unit ? `${field.label}(${field.unit})` : field.label,
    kind: isNumber(field) ? ('number' as const) : ('text' as const),
    ...(field.scale === undefined ? {} : { scale: field.scale }),
  }
}

function isNumber(field: Field): boolean {
  return field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'percent'
}

function cell(field: Field, value: unknown, labels: Map<string, string> | undefined): unknown {
  if (value === null || value === undefined) return null
  if (field.kind === 'flag') return Number(value) === 1 ? '是' : '否'
  if (labels)
    return [value]
      .flat()
      .map((one) => labels.get(String(one)) ?? namelessOf(field, String(one)))
      .filter(Boolean)
      .join('、')
  return isNumber(field) ? Number(value) : value
}
