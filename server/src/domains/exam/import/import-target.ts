import type { RowKind } from '@xueheng/contract/domains/exam/import.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { StagedColumns } from '../../../platform/db/copy.ts'
import { columnsOf } from '../../../platform/db/ddl.ts'
import { entityOf, keptColumns, writtenColumns } from './import-columns.ts'

/** How the changes of one kind reach their table. */
export interface Target {
  entity: AnyEntity
  /** The values of a record that an import writes. */
  columns: string[]
  /** Over the workbench: id, is_fresh and the values, one row per fresh or changed record. */
  changesSql: string
  changeColumns: StagedColumns
  /** What the rows of an exam are found and joined by. */
  keys: string[]
}

/** How a change becomes a row: the order fresh ones are numbered in, and what stands elsewhere than in the change. */
interface Writing {
  order: string
  /** Columns beside those declared for the kind. */
  more: string[]
  values: Record<string, string>
  joins: string
  /** The order in which rows are laid down: that of the index by which they are read. */
  layout: string
  keys: string[]
}

const fromTenths = (name: string) => `cast(c.${name} as decimal(9, 1)) / 10`
const ofList = [
  'student_number',
  'student_code',
  'student_name',
  'area_code',
  'area_name',
  'school_code',
  'school_name',
]
const ofClass = ['exam_grade', 'class_code', 'exam_class']

const WRITINGS: Record<RowKind, Writing> = {
  student: {
    order: 'row_id',
    more: [],
    values: {},
    joins: '',
    layout: 'c.student_number',
    keys: ['exam_id', 'student_number'],
  },
  score: {
    order: 'row_id, course_id',
    more: [],
    values: {
      row_no: 'e.row_no',
      course_name: 'k.course_name',
      ...Object.fromEntries([...ofList, ...ofClass].map((name) => [name, `r.${name}`])),
      score: fromTenths('score10'),
      objective_score: fromTenths('objective10'),
      subjective_score: fromTenths('subjective10'),
    },
    joins: `join roster r on r.id = c.roster_id
      join course k using (course_id)
      join entry e using (row_id)`,
    layout: 'k.course_name, r.student_number',
    keys: ['exam_id', 'course_name', 'student_number'],
  },
  teacher: {
    order: 'row_id, course_name, teacher_name',
    more: ['is_deleted'],
    values: {},
    joins: '',
    layout: 'c.n',
    keys: ['exam_id', 'course_name'],
  },
}

/** Where the changes of a kind go, and by which statement: from the declared columns and entity. */
export function targetOf(kind: RowKind): Target {
  const entity = entityOf(kind)
  const { more, keys } = WRITINGS[kind]
  const columns = [...writtenColumns(kind), ...more]
  const types = new Map(columnsOf(entity).map((column) => [column.name, column.type]))
  const typed = columns.map((name) => [name, types.get(name) ?? ''])
  return {
    entity,
    columns,
    changesSql: changesSql(kind, columns),
    keys,
    changeColumns: { id: 'bigint', is_fresh: 'boolean', ...Object.fromEntries(typed) },
  }
}

function changesSql(kind: RowKind, columns: string[]): string {
  const { order, values, joins, layout } = WRITINGS[kind]
  const kept = new Set(keptColumns(kind).map((one) => one.column))
  const valueOf = (name: string) => values[name] ?? (kept.has(name) ? `nullif(c.${name}, '')` : `c.${name}`)
  return `select coalesce(c.id, cast(f.id as bigint)) as id, c.id is null as is_fresh,
      ${columns.map((name) => `${valueOf(name)} as ${name}`).join(', ')}
    from (select *, case when id is null then row_number() over (partition by id is null order by ${order}) end as n
      from change where kind <> 'unchanged') c
    ${joins}
    left join fresh_id f on cast(f.n as bigint) = c.n
    order by ${layout}`
}
