import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { labelsOf } from '../../platform/rows/labels.ts'
import type { CollectedStudent } from './collected-student.ts'

const STUDENTS = every(basicStudent, 'whether a collected student is known, whoever archives')
const SHOWN = [
  'studentName',
  'gender',
  'birthday',
  'schoolCode',
  'gradeCode',
  'className',
  'studentNo',
  'artsScience',
  'courseCombination',
  'phone',
] as const

type Shown = Pick<CollectedStudent, (typeof SHOWN)[number]>

/** One student, as the register will differ; `problem` says why nothing can be written. */
export interface StudentDifference {
  studentCode: string
  studentName: string
  isNew: number
  changes: string
  problem: string
}

type Labels = Map<string, Map<string, string>>

/** Those in whom the register will differ, before them those who cannot be written into it. */
export async function compareStudents(ctx: Ctx, rows: CollectedStudent[]): Promise<StudentDifference[]> {
  const known = await findKnown(ctx, rows)
  const labels = await labelsOf(
    ctx,
    SHOWN.map((name) => [name, basicStudent.fields[name]]),
  )
  return rows
    .map((row) => {
      const before = known.get(row.studentCode)
      const { studentCode, studentName } = row
      const changes = before?.isSeen ? changesOf(row, before, labels) : ''
      return { studentCode, studentName, isNew: before ? 0 : 1, changes, problem: problemOf(row, before) }
    })
    .filter(({ isNew, changes, problem }) => isNew === 1 || changes !== '' || problem !== '')
    .toSorted((one, other) => Number(other.problem !== '') - Number(one.problem !== ''))
}

type Known = Shown & { isSeen: boolean }

async function findKnown(ctx: Ctx, rows: CollectedStudent[]): Promise<Map<string, Known>> {
  const codes = rows.map(({ studentCode }) => studentCode)
  const found = await sql<Known & { studentCode: string }>`select t.student_code, t.student_name, t.gender,
      to_char(t.birthday, 'YYYY-MM-DD') as birthday, t.school_code, t.grade_code, t.class_name, t.student_no,
      t.arts_science, t.course_combination, t.phone, v.id is not null as is_seen
    from ${STUDENTS} t left join ${visible(ctx, basicStudent)} v on v.id = t.id
    where t.is_deleted = 0 and t.student_code = any(${codes}::varchar[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.studentCode, row]))
}

function problemOf({ gender }: CollectedStudent, known: Known | undefined): string {
  if (!known) return gender ? '' : '没有性别，不能新增到学籍'
  return known.isSeen ? '' : '学籍在您看不到的学校'
}

function changesOf(row: CollectedStudent, known: Known, labels: Labels): string {
  const [before, after] = maskRows<Shown>(basicStudent.fields, [known, row])
  return SHOWN.filter((name) => row[name] !== null && row[name] !== known[name])
    .map((name) => {
      const shown = (value: string | null | undefined) => (value ? (labels.get(name)?.get(value) ?? value) : '空')
      return `${basicStudent.fields[name].label}：${shown(before?.[name])}→${shown(after?.[name])}`
    })
    .join('；')
}
