import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { Ctx } from '../ctx.ts'
import type { FileAnswer } from '../files/files.ts'
import { writeWorkbook } from '../sheet/write.ts'
import { labelsOf } from './labels.ts'
import { maskRows } from './mask.ts'
import { logOperation } from './operation-log.ts'
import { listPage, type Query } from './read.ts'

const PAGE = 1000
/** More rows than a person reads; larger sets are exported by their own jobs. */
const LIMIT = 50_000

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the list shows under these filters, all pages, as a workbook: labels instead of keys, personal values masked. */
export async function exportEntity(entity: AnyEntity, ctx: Ctx, query: Query): Promise<FileAnswer> {
  const shown = Object.entries(entity.fields as Record<string, Field>).filter(
    ([, field]) => field.table !== false && field.kind !== 'json',
  )
  const labels = await labelsOf(ctx, shown)
  let count = 0
  async function* rows(): AsyncGenerator<Record<string, unknown>> {
    for (let current = 1; count < LIMIT; current += 1) {
      const page = await listPage(entity, ctx, { ...query, current, size: PAGE })
      for (const row of maskRows(entity.fields, page.records)) {
        count += 1
        yield Object.fromEntries(shown.map(([name, field]) => [name, cell(field, row[name], labels.get(name))]))
      }
      if (page.records.length < PAGE) return
    }
  }
  const header = shown.map(([name, field]) => ({
    key: name,
    title: field.unit ? `${field.label}(${field.unit})` : field.label,
    kind: isNumber(field) ? ('number' as const) : ('text' as const),
    ...(field.scale === undefined ? {} : { scale: field.scale }),
  }))
  const body = await writeWorkbook([{ name: entity.title, header, rows: rows(), freeze: { rows: 1, columns: 1 } }])
  await logOperation(ctx, `${entity.name}.export`, `${entity.title}导出`, {
    entity: entity.name,
    after: { rows: count },
  })
  return {
    name: `${entity.title}_${ctx.now.toISOString().slice(0, 10).replaceAll('-', '')}.xlsx`,
    contentType: XLSX,
    body,
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
