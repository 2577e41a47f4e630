import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type CollectedTeaching, newestTerm, recordsOf } from './collected-teaching.ts'

const TEACHERS = every(basicTeacher, 'whether a collected teacher is known, whoever archives')
const COURSES = every(basicTeacherCourse, 'whether a collected assignment is known, whoever archives')
const PERSON = ['teacherName', 'gender', 'idCard', 'phone', 'title', 'canMark'] as const

type Person = Pick<CollectedTeaching, (typeof PERSON)[number]>

/** One teacher, as the register will differ. */
export interface TeacherDifference {
  teacherCode: string
  teacherName: string
  isNew: number
  changes: string
  courses: string
}

/** Newest last: of a teacher with several rows the last one counts. A teacher of another school is not changed from here. */
export async function compareTeachers(
  ctx: Ctx,
  studyYear: number,
  rows: CollectedTeaching[],
): Promise<TeacherDifference[]> {
  const known = await findKnown(ctx, rows)
  const fresh = await findFresh(ctx, studyYear, rows)
  const newest = new Map(rows.map((row) => [row.teacherCode, row]))
  return [...newest.values()]
    .map((row) => ({
      teacherCode: row.teacherCode,
      teacherName: row.teacherName,
      isNew: known.has(row.teacherCode) ? 0 : 1,
      changes: changesOf(row, known.get(row.teacherCode)),
      courses: (fresh.get(row.teacherCode) ?? []).join('、'),
    }))
    .filter(({ isNew, changes, courses }) => isNew === 1 || changes !== '' || courses !== '')
}

type Known = Person & { schoolCode: string | null }

async function findKnown(ctx: Ctx, rows: CollectedTeaching[]): Promise<Map<string, Known>> {
  const codes = rows.map(({ teacherCode }) => teacherCode)
  const found = await sql<
    Known & { teacherCode: string }
  >`select t.teacher_code, t.school_code, t.teacher_name, t.gender,
      t.id_card, t.phone, t.title, t.can_mark from ${TEACHERS} t
    where t.is_deleted = 0 and t.teacher_code = any(${codes}::varchar[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.teacherCode, row]))
}

function changesOf(row: CollectedTeaching, known: Known | undefined): string {
  if (!known) return ''
  if (known.schoolCode !== row.schoolCode) return '教师管理中在另一所学校，只增加任课'
  const [before, after] = maskRows(basicTeacher.fields, [known, row])
  return PERSON.filter((name) => row[name] !== null && row[name] !== known[name])
    .map((name) => `${basicTeacher.fields[name].label}：${shown(before?.[name])}→${shown(after?.[name])}`)
    .join('；')
}

const shown = (value: unknown) => (value === null || value === undefined || value === '' ? '空' : String(value))

/** Assignments the register has not, by teacher: 高三(1)班语文. */
async function findFresh(ctx: Ctx, studyYear: number, rows: CollectedTeaching[]): Promise<Map<string, string[]>> {
  const term = await newestTerm(ctx, studyYear)
  const found = await sql<{ teacherCode: string; name: string }>`select c.teacher_code,
      coalesce(c.class_name, c.class_code) || c.course_name as name from ${recordsOf(rows)} c
    where not exists (select 1 from ${COURSES} k where k.is_deleted = 0 and k.study_year = ${studyYear}
      and k.term = ${term} and k.class_code = c.class_code and k.course_name = c.course_name
      and k.teacher_code = c.teacher_code)`.execute(ctx.db)
  const byTeacher = new Map<string, string[]>()
  for (const { teacherCode, name } of found.rows)
    byTeacher.set(teacherCode, [...(byTeacher.get(teacherCode) ?? []), name])
  return byTeacher
}
