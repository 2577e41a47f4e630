import { basicTeacher, teacherByCode } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse, listTeacher } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { findOnce } from '../../platform/find-once.ts'
import { hook, implement } from '../../platform/module.ts'
import { listOf } from '../../platform/rows/list.ts'
import { findBy } from '../../platform/rows/read.ts'
import { areaOfSchool } from './schools.ts'

const TEACHERS = every(basicTeacher, 'the name of a teacher who comes from another school to teach')
const CLASSES = every(schoolClasses, 'where a class lies; who may write there is judged by the row itself')

async function byCode(ctx: Ctx, { teacherCode }: { teacherCode: string }) {
  const row = await findBy(basicTeacher, ctx, { teacherCode })
  return (row && maskRows(basicTeacher.fields, [row])[0]) ?? null
}

/** Assignments that the user sees, one line for each teacher of a term and school. */
function teachersOf(ctx: Ctx) {
  return sql`(select study_year, term, area_code, school_code, teacher_code, max(teacher_name) as teacher_name,
      string_agg(distinct course_name, '、' order by course_name) as course_names,
      count(distinct class_code)::int as class_num, max(is_class_leader) as is_class_leader
    from ${visible(ctx, basicTeacherCourse)} t
    group by study_year, term, area_code, school_code, teacher_code)`
}

export const teacherHandlers = [
  implement(teacherByCode, byCode),
  implement(listTeacher, (ctx, { query }) => listOf(ctx, listTeacher, query, teachersOf(ctx))),
]

/** The area of a teacher is that of the school. */
export const teacherHooks = hook(basicTeacher, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOfSchool(ctx, row.schoolCode ?? before?.schoolCode)
  },
})

interface ClassPart {
  areaCode: string
  schoolCode: string
  gradeCode: string
  className: string
}

/** Where a class lies, its grade and name; nothing where there is none of this code. A request asks for each once. */
export const findClass = findOnce<ClassPart>(async (ctx, code) => {
  const found = await sql<ClassPart>`select area_code, school_code, grade_code, class_name from ${CLASSES}
    where class_code = ${code} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
})

const teacherPart = findOnce(async (ctx, code) => {
  const found = await sql<{ teacherName: string }>`select teacher_name from ${TEACHERS}
    where teacher_code = ${code} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
})

/** School, grade and names of an assignment are those of the class and of the teacher. */
export const assignmentHooks = hook(basicTeacherCourse, {
  async beforeSave(ctx, row, before) {
    const { classCode, teacherCode } = { ...before, ...row }
    Object.assign(row, await findClass(ctx, String(classCode)), await teacherPart(ctx, String(teacherCode)))
  },
})
