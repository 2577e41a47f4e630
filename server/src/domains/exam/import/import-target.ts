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
  /** Those of them that are the student's on the stored list; they need not travel with every mark. */
  listed: string[]
  /**
   * Over the workbench, one row per fresh or changed record: its id, null of a fresh one, `roster_id` where some are listed, and the
   * other values; of some courses alone where `courses` names them.
   */
  changesSql: (courses?: readonly number[]) => string
  /** Whether the rows of one course lie before those of the next. */
  isByCourse: boolean
  changeColumns: StagedColumns
  /** What the rows of an exam are found and joined by. */
  keys: string[]
}

/** How a change becomes a row: what stands elsewhere than in the change. */
interface Writing {
  /** Columns beside those declared for the kind. */
  more: string[]
  values: Record<string, string>
  listed: string[]
  joins: string
  /** How rows are laid down and fresh ones numbered, within a course where they lie by courses: as the index reads them. */
  layout: string
  isByCourse: boolean
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
    more: [],
    values: {},
    listed: [],
    joins: '',
    layout: 'c.student_number',
    isByCourse: false,
    keys: ['exam_id', 'student_number'],
  },
  score: {
    more: [],
    values: {
      row_no: 'e.row_no',
      course_name: 'k.course_name',
      score: fromTenths('score10'),
      objective_score: fromTenths('objective10'),
      subjective_score: fromTenths('subjective10'),
    },
    listed: [...ofList, ...ofClass],
    joins: `join roster r on r.id = c.roster_id
      join course k using (course_id)
      join entry e using (row_id)`,
    layout: 'r.place',
    isByCourse: true,
    keys: ['exam_id', 'course_name', 'student_number'],
  },
  teacher: {
    more: ['is_deleted'],
    values: {},
    listed: [],
    joins: '',
    layout: 'c.row_id, c.course_name, c.teacher_name',
    isByCourse: false,
    keys: ['exam_id', 'course_name'],
  },
}

/** Where the changes of a kind go, and by which statement: from the declared columns and entity. */
export function targetOf(kind: RowKind): Target {
  const entity = entityOf(kind)
  const { more, keys, listed, isByCourse } = WRITINGS[kind]
  const columns = [...writtenColumns(kind), ...more]
  const types = new Map(columnsOf(entity).map((column) => [column.name, column.type]))
  const carried = columns.filter((name) => !listed.includes(name))
  const typed = carried.map((name) => [name, types.get(name) ?? ''])
  return {
    entity,
    columns,
    listed,
    changesSql: (courses) => changesSql(kind, carried, courses),
    isByCourse,
    keys,
    changeColumns: { id: 'bigint', ...(listed.length > 0 && { roster_id: 'bigint' }), ...Object.fromEntries(typed) },
  }
}

function changesSql(kind: RowKind, columns: string[], courses?: readonly number[]): string {
  const { values, joins, layout, listed } = WRITINGS[kind]
  const kept = new Set(keptColumns(kind).map((one) => one.column))
  const valueOf = (name: string) => values[name] ?? (kept.has(name) ? `nullif(c.${name}, '')` : `c.${name}`)
  const names = [...(listed.length > 0 ? ['c.roster_id'] : []), ...columns.map((name) => `${valueOf(name)} as ${name}`)]
  const ids = courses?.join(', ')
  return `select c.id, ${names.join(', ')}
    from change c
    ${joins}
    where c.kind <> 'unchanged' ${ids ? `and c.course_id in (${ids})` : ''}
    order by ${ids ? `list_position([${ids}], c.course_id), ` : ''}${layout}`
}
