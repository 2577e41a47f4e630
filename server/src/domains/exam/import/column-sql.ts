import type { ImportKind, RowKind } from '@xueheng/contract/domains/exam/import.ts'
import { type CellReading, IMPORT_COLUMNS, type ImportColumn } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import { type KeptColumn, keptColumns } from './import-columns.ts'

/**
 * The statements that follow from the declared columns of a kind. Models read the sheets through `sheet_row` and end in
 * `draft`, which says of every record whether it is new; `change` adds the kept columns. Null: the sheet has no such column.
 */

/** Macros of `model/macros.sql`. */
const READINGS: Record<CellReading, string> = {
  compact: 'compact',
  code: 'code_of',
  person: 'person',
  combination: 'combination_of',
}

/** Where each column stands in each sheet: table `place`. */
export function placeSql(kind: ImportKind): string {
  const targets = IMPORT_COLUMNS[kind].map((one) => sqlText(one.target))
  return `create table place as
    pivot (select file_no, sheet_no, target, column_no from sheet_column) on target in (${targets.join(', ')})
    using max(column_no) group by file_no, sheet_no`
}

/** One row per staged row, one column per declared one: view `sheet_row`. What is not among the `targets` of any sheet is null, and costs nothing. */
export function sheetRowSql(kind: ImportKind, targets: ReadonlySet<string>): string {
  const coded = keptColumns(kind).filter(isCoded)
  const kept = coded.filter(({ target }) => targets.has(target))
  const names = new Map(coded.map((one) => [one.target, `${one.column}_text`]))
  const none = 'null::varchar'
  const textOf = (one: ImportColumn) => (targets.has(one.target) ? read(one) : none)
  const texts = IMPORT_COLUMNS[kind].map((one) => `${textOf(one)} as ${names.get(one.target) ?? snake(one.target)}`)
  const values = coded.map((one) => `${kept.includes(one) ? valueOf(one) : none} as ${one.column}`)
  return `create view sheet_row as
    select ${['t.*', ...values].join(',\n      ')}
    from (
      select s.row_id, s.row_no, s.file_no, s.sheet_no, ${texts.join(',\n        ')}
      from staged s join place p using (file_no, sheet_no)
    ) t
    ${kept.flatMap(joinOf).join('\n    ')}`
}

function read({ target, reading }: ImportColumn): string {
  const text = `cell(s.cells, p.${target}, s.is_plain)`
  return reading ? `case when p.${target} is not null then ${READINGS[reading]}(${text}) end` : text
}

function isCoded({ field }: KeptColumn): boolean {
  return field.kind === 'dict' || field.kind === 'flag'
}

/** The key of a text; '' for one that has none. */
function valueOf({ field, column }: KeptColumn): string {
  const text = `t.${column}_text`
  const key =
    field.kind === 'flag'
      ? `case when ${text} in ('是', '1') then '1' when ${text} in ('否', '0') then '0' end`
      : `of_${column}.dict_key`
  return `case when ${text} is not null then coalesce(${key}, '') end`
}

function joinOf({ field, column }: KeptColumn): string[] {
  if (!field.dict) return []
  const word = `of_${column}`
  return [`left join word_of_dict ${word} on ${word}.code = ${sqlText(field.dict)} and ${word}.word = t.${column}_text`]
}

/** What no field can take, over the rows of `entry`: view `unfit`. */
export function unfitSql(kind: ImportKind): string {
  const cases = keptColumns(kind).flatMap(unfitCases)
  const none = `select null::bigint as row_id, null as target, null as text where false`
  return `create view unfit as ${[none, ...cases].join('\nunion all\n')}`
}

function unfitCases({ target, title, field, column }: KeptColumn): string[] {
  const told = (text: string, condition: string) =>
    `select row_id, ${sqlText(target)}, ${text} from entry where ${condition}`
  const { kind, length, min, max } = field
  const typed = `${column}_text`
  if (kind === 'dict') return [told(`'${title}「' || ${typed} || '」不在字典内'`, `${column} = '' and ${typed} <> ''`)]
  if (kind === 'flag') return [told(`'${title}应为是或否'`, `${typed} not in ('', '是', '否', '1', '0')`)]
  if (kind === 'integer') {
    const number = `try_cast(${column} as integer)`
    const isBounded = min !== undefined && max !== undefined
    const isOff = isBounded ? `${number} not between ${min} and ${max}` : 'false'
    const range = isBounded ? ` ${min} 到 ${max} 的` : ''
    return [told(`'${title}应为${range}整数'`, `${column} <> '' and (${number} is null or ${isOff})`)]
  }
  return length ? [told(`'${title}超过 ${length} 个字符'`, `len(${column}) > ${length}`)] : []
}

/** The stored rows of a kind, as `inputs.ts` reads them. */
const STORED: Record<RowKind, string> = { student: 'raw_roster', score: 'raw_score', teacher: 'raw_teacher' }

/** What would be written: `draft` with the kept columns, which may make of an unchanged record a changed one. */
export function changeSql(kind: ImportKind): string {
  const kept = keptColumns(kind)
  if (kind === 'question' || kept.length === 0) return 'create view change as from draft'
  const stored = kept.map(({ column, fallback }) => `coalesce(o.${column}, ${sqlText(fallback)})`)
  const merged = kept.map(({ column }, i) => `coalesce(e.${column}, ${stored[i]})`)
  return `create view change as
    select d.* exclude (kind),
      ${kept.map(({ column }, i) => `${merged[i]} as ${column}`).join(',\n      ')},
      case when d.kind = 'unchanged' and (${merged.join(', ')}) is distinct from (${stored.join(', ')}) then 'changed'
        else d.kind end as kind
    from draft d join entry e using (row_id) left join ${STORED[kind]} o on cast(o.id as bigint) = d.id`
}
