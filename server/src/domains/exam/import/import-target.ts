import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { StagedColumns } from '../../../platform/db/copy.ts'
import { columnsOf } from '../../../platform/db/ddl.ts'

/** How the changes of one kind reach their table. */
export interface Target {
  entity: AnyEntity
  /** The values of a record that an import writes. */
  columns: string[]
  /** Over the workbench: id, is_fresh and the values, one row per fresh or changed record. */
  changesSql: string
  changeColumns: StagedColumns
}

const STUDENT_COLUMNS = [
  'row_no',
  'student_number',
  'student_code',
  'student_name',
  'area_code',
  'area_name',
  'school_code',
  'school_name',
  'exam_grade',
  'class_code',
  'exam_class',
  'gender',
  'student_no',
  'student_type',
  'arts_science',
  'course_combination',
  'exam_room_no',
  'exam_room_seat_num',
  'is_count',
]

const STUDENT_CHANGES = `
  select coalesce(c.id, cast(f.id as bigint)) as id, c.id is null as is_fresh,
    c.row_no, c.student_number, nullif(c.student_code, '') as student_code, c.student_name, c.area_code, c.area_name,
    c.school_code, c.school_name, c.exam_grade, c.class_code, c.exam_class, nullif(c.gender, '') as gender,
    nullif(c.student_no, '') as student_no, nullif(c.student_type, '') as student_type,
    nullif(c.arts_science, '') as arts_science, nullif(c.course_combination, '') as course_combination,
    nullif(c.exam_room_no, '') as exam_room_no, nullif(c.exam_room_seat_num, '') as exam_room_seat_num, c.is_count
  from (select *, case when id is null then row_number() over (partition by id is null order by row_id) end as n
    from change where kind <> 'unchanged') c
  left join fresh_id f on cast(f.n as bigint) = c.n`

const SCORE_COLUMNS = [
  'row_no',
  'course_name',
  'student_number',
  'student_code',
  'student_name',
  'area_code',
  'area_name',
  'school_code',
  'school_name',
  'exam_grade',
  'class_code',
  'exam_class',
  'score_text',
  'score',
  'objective_score',
  'subjective_score',
  'score_status',
]

const SCORE_CHANGES = `
  select coalesce(c.id, cast(f.id as bigint)) as id, c.id is null as is_fresh,
    e.row_no, k.course_name, r.student_number, r.student_code, r.student_name, r.area_code, r.area_name, r.school_code,
    r.school_name, r.exam_grade, r.class_code, r.exam_class, c.score_text,
    cast(c.score10 as decimal(9, 1)) / 10 as score, cast(c.objective10 as decimal(9, 1)) / 10 as objective_score,
    cast(c.subjective10 as decimal(9, 1)) / 10 as subjective_score, c.score_status
  from (select *, case when id is null then row_number() over (partition by id is null order by row_id, course_id) end as n
    from change where kind <> 'unchanged') c
  join roster r on r.id = c.roster_id
  join course k using (course_id)
  join entry e using (row_id)
  left join fresh_id f on cast(f.n as bigint) = c.n`

/** The types are those of the declared entity. */
const TEACHER_COLUMNS = [
  'row_no',
  'area_code',
  'area_name',
  'school_code',
  'school_name',
  'exam_grade',
  'class_code',
  'exam_class',
  'course_name',
  'teacher_code',
  'teacher_name',
  'is_class_leader',
  'is_deleted',
]

const TEACHER_CHANGES = `
  select coalesce(c.id, cast(f.id as bigint)) as id, c.id is null as is_fresh, ${TEACHER_COLUMNS.map((name) => `c.${name}`).join(', ')}
  from (select *, case when id is null then row_number() over (partition by id is null order by row_id, course_name, teacher_name) end as n
    from change where kind <> 'unchanged') c
  left join fresh_id f on cast(f.n as bigint) = c.n`

function defineTarget(entity: AnyEntity, columns: string[], changesSql: string): Target {
  const types = new Map(columnsOf(entity).map((column) => [column.name, column.type]))
  const typed = columns.map((name) => [name, types.get(name) ?? ''])
  return {
    entity,
    columns,
    changesSql,
    changeColumns: { id: 'bigint', is_fresh: 'boolean', ...Object.fromEntries(typed) },
  }
}

const TARGETS: Record<ImportKind, Target> = {
  student: defineTarget(examStudentImport, STUDENT_COLUMNS, STUDENT_CHANGES),
  score: defineTarget(examScoreImport, SCORE_COLUMNS, SCORE_CHANGES),
  teacher: defineTarget(examTeacherImport, TEACHER_COLUMNS, TEACHER_CHANGES),
}

export function targetOf(kind: ImportKind): Target {
  return TARGETS[kind]
}
