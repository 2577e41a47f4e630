import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, type Fields, isListed } from '@xueheng/contract/kit/field.ts'
import { wallDay } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { refuse } from '../error.ts'
import type { FileAnswer } from '../files/files.ts'
import { inTransaction } from '../db/pool.ts'
import { openWorkbook } from '../files/open-workbook.ts'
import { XLSX_TYPE } from '../sheet/write.ts'
import { openLabels } from './labels.ts'
import { maskRows } from '../access/mask.ts'
import { assertMay } from '../access/rights.ts'
import { maskedFilters, openAct } from '../audit/child-access.ts'
import { logOperation } from '../audit/operation-log.ts'
import { listedRows, type Query } from './read.ts'
import { asNumbers } from './rows.ts'
import { type Rows, assertSheetHolds, walkRows } from './walk-rows.ts'

const SHORTEST_REASON = 4

type NamedField = [string, Field]
type Row = Record<string, unknown>

/**
 * What the list shows under these filters, all of it, as a workbook: labels instead of keys, personal values masked, or
 * whole for those who may look at each of them.
 */
export async function exportEntity(entity: AnyEntity, ctx: Ctx, query: Query): Promise<FileAnswer> {
  // These are of the export, whatever fields the entity has.
  const { reason: _reason, format: _format, isWhole, ...asked } = query
  const isUnmasked = Number(isWhole) === 1
  if (isUnmasked) assertMay(ctx, `${entity.permission}_reveal`)
  return exportRows(ctx, entity, query, listedRows(entity, ctx, asked), isUnmasked)
}

/**
 * Rows as a workbook, never more than a batch of them in memory. Columns with personal values need a reason; it is kept
 * with the number of rows and the filters. `isWhole` leaves them unmasked. Throws a refusal without one, and where a sheet would not hold the rows.
 */
export async function exportRows(
  ctx: Ctx,
  entity: Pick<AnyEntity, 'name' | 'title' | 'fields'>,
  query: Query,
  rows: Rows,
  isWhole = false,
): Promise<FileAnswer> {
  const fields = entity.fields as Fields
  const shown = exportedFields(fields)
  const isPersonal = shown.some(([, field]) => field.personal)
  const reason = isPersonal ? requiredReason(query['reason']) : undefined
  const call = `${entity.name}.export`
  const title = `${entity.title}${isWhole ? '导出完整信息' : '导出'}`
  let count = 0
  const body = await inTransaction(ctx.db, async (db) => {
    await assertSheetHolds(db, rows)
    const labels = await openLabels({ ...ctx, db }, shown)
    const act = openAct({ ...ctx, db }, fields)
    async function* lines(): AsyncGenerator<Row> {
      for await (const batch of walkRows<Row>(db, rows)) {
        await labels.meet(batch)
        await act.meet(batch)
        const numbered = asNumbers(fields, batch)
        for (const row of isWhole ? numbered : maskRows(fields, numbered)) {
          count += 1
          yield Object.fromEntries(shown.map(([name, field]) => [name, cell(field, row[name], labels.of(name))]))
        }
      }
    }
    const header = shown.map(headerOf)
    const sheet = { name: entity.title, header, rows: lines(), freeze: { rows: 1, columns: 1 } }
    const book = await openWorkbook(ctx.files, [sheet])
    await act.close({ kind: 'exported', call, title, reason, filters: maskedFilters(fields, filtersOf(query)) })
    return book
  })
  const after = { rows: count, filters: filtersOf(query), ...(reason && { reason }), ...(isWhole && { isWhole }) }
  await logOperation(ctx, call, title, { entity: entity.name, after })
  return { name: `${entity.title}_${wallDay(ctx.now).replaceAll('-', '')}.xlsx`, contentType: XLSX_TYPE, body }
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

const NO_FILTERS = new Set(['reason', 'format', 'isWhole', 'current', 'size', 'ascs', 'descs'])

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
    return (Array.isArray(value) ? value : [value]).map((one) => labels.get(String(one)) ?? String(one)).join('、')
  return isNumber(field) ? Number(value) : value
}
