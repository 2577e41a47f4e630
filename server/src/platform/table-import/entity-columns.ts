import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, FieldKind, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { dictLabels } from '../rows/labels.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import type { TableColumn } from './table-file.ts'

/** Kinds that are no cell of a workbook. */
const NO_CELL: ReadonlySet<FieldKind> = new Set<FieldKind>(['json', 'secret', 'image', 'icon'])
const WIDTHS: Partial<Record<FieldKind, number>> = { paragraph: 40, ref: 28, flag: 8 }
const EXAMPLES: Partial<Record<FieldKind, string>> = {
  date: '2010-09-01',
  dateTime: '2026-09-01 08:00:00',
  flag: '否',
}
/** Longer lists are no help in a drop-down. */
const MOST_OPTIONS = 500

/** The fields of an entity that may be typed, in their order. */
export function typedFields(entity: AnyEntity): [string, Field][] {
  return Object.entries(entity.fields as Fields).filter(
    ([, field]) => field.editable !== 'never' && !NO_CELL.has(field.kind),
  )
}

/**
 * The field whose cell says of which school a row is, so that names which several schools have are told apart. Where it
 * follows from the rest of the row it is read, and not written.
 */
export function schoolField({ fields, scope }: AnyEntity): [string, Field] | undefined {
  const field = scope?.school === undefined ? undefined : (fields as Fields)[scope.school]
  return scope?.school !== undefined && field?.kind === 'ref' ? [scope.school, field] : undefined
}

/** The fields a workbook has a column for, in their order. */
function columnFields(entity: AnyEntity): [string, Field][] {
  const typed = typedFields(entity)
  const school = schoolField(entity)
  const isRead = school !== undefined && !typed.some(([name]) => name === school[0])
  return isRead && typed.some(([, { kind }]) => kind === 'ref') ? [[school[0], school[1]], ...typed] : typed
}

/** The columns of its workbook; those of exported workbooks are known as well. */
export function columnsOf(entity: AnyEntity): TableColumn[] {
  return columnFields(entity).map(([key, field]) => ({
    key,
    title: field.label,
    also: field.unit ? [`${field.label}(${field.unit})`] : [],
    isRequired: field.required === true && field.default === undefined,
    example: exampleOf(field),
    width: WIDTHS[field.kind] ?? Math.min(28, Math.max(10, 2 * field.label.length + 4)),
  }))
}

function exampleOf(field: Field): string {
  if (field.default !== undefined && field.kind === 'integer') return String(field.default)
  if (field.kind === 'integer') return String(Math.max(field.min ?? 0, Math.min(field.max ?? 2026, 2026)))
  return EXAMPLES[field.kind] ?? ''
}

/** The same with the words there are to pick from; the first of them stands in the example. */
export async function columnsWithOptions(ctx: Ctx, entity: AnyEntity): Promise<TableColumn[]> {
  const options = new Map<string, string[]>()
  for (const [name, field] of columnFields(entity)) options.set(name, await optionsOf(ctx, field))
  return columnsOf(entity).map((column) => {
    const words = options.get(column.key) ?? []
    const isPicked = words.length > 0 && !entity.fields[column.key].multiple
    return { ...column, example: words[0] ?? column.example ?? '', ...(isPicked && { options: words }) }
  })
}

async function optionsOf(ctx: Ctx, field: Field): Promise<string[]> {
  if (field.kind === 'flag') return ['否', '是']
  if (field.kind === 'dict') return [...(await dictLabels(ctx, field.dict ?? '')).values()]
  if (field.kind !== 'ref') return []
  const entity = registry.entity(field.ref ?? '')
  const label = sql.ref(snake(labelField(entity)))
  const found = await sql<{ word: string }>`select distinct ${label} as word from ${visible(ctx, entity)} r
    where ${label} <> '' order by 1 limit ${MOST_OPTIONS + 1}`.execute(ctx.db)
  return found.rows.length > MOST_OPTIONS ? [] : found.rows.map((row) => row.word)
}
