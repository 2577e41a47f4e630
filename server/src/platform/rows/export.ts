import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, type Fields, isListed } from '@xueheng/contract/kit/field.ts'
import { wallDay } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { refuse } from '../error.ts'
import type { FileAnswer } from '../files/files.ts'
import { writeWorkbook } from '../sheet/write.ts'
import { labelsOf } from './labels.ts'
import { maskRows } from '../access/mask.ts'
import { logOperation } from '../audit/operation-log.ts'
import { listPage, type Query } from './read.ts'

const PAGE = 1000
/** More rows than a person reads; larger sets are exported by their own jobs. */
const LIMIT = 50_000
const SHORTEST_REASON = 4

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type NamedField = [string, Field]
type Row = Record<string, unknown>
/** Rows `current` × `size` of what is exported. */
type ReadPage = (page: { current: number; size: number }) => Promise<Row[]>

/** What the list shows under these filters, all pages, as a workbook: labels instead of keys, personal values masked. */
export function exportEntity(entity: AnyEntity, ctx: Ctx, query: Query): Promise<FileAnswer> {
  // `reason` and `format` are of the export, whatever fields the entity has.
  const { reason: _reason, format: _format, ...asked } = query
  return exportRows(ctx, entity, query, async (page) => (await listPage(entity, ctx, { ...asked, ...page })).records)
}

/**
 * Pages of `read` as a workbook. Columns with personal values need a reason; it is kept with the number of rows and
 * the filters. Throws a refusal without one.
 */
export async function exportRows(
  ctx: Ctx,
  entity: Pick<AnyEntity, 'name' | 'title' | 'fields'>,
  query: Query,
  read: ReadPage,
): Promise<FileAnswer> {
  const fields = entity.fields as Fields
  const shown = exportedFields(fields)
  const isPersonal = shown.some(([, field]) => field.personal)
  const reason = isPersonal ? requiredReason(query['reason']) : undefined
  const labels = await labelsOf(ctx, shown)
  let count = 0
  async function* rows(): AsyncGenerator<Row> {
    for (let current = 1; count < LIMIT; current += 1) {
      const page = await read({ current, size: PAGE })
      for (const row of maskRows(fields, page)) {
        count += 1
        yield Object.fromEntries(shown.map(([name, field]) => [name, cell(field, row[name], labels.get(name))]))
      }
      if (page.length < PAGE) return
    }
  }
  const body = await writeWorkbook([
    { name: entity.title, header: shown.map(headerOf), rows: rows(), freeze: { rows: 1, columns: 1 } },
  ])
  const after = { rows: count, filters: filtersOf(query), ...(reason && { reason }) }
  await logOperation(ctx, `${entity.name}.export`, `${entity.title}导出`, { entity: entity.name, after })
  return {
    name: `${entity.title}_${wallDay(ctx.now).replaceAll('-', '')}.xlsx`,
    contentType: XLSX,
    body,
  }
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

const NO_FILTERS = new Set(['reason', 'format', 'current', 'size', 'ascs', 'descs'])

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
