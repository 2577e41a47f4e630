import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { type RawBuilder, sql } from 'kysely'
import { scopeCondition } from '../../platform/access/scope.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { visible } from '../../platform/access/doors.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'

export interface Teacher {
  id: string
  teacherCode: string
  teacherName: string
  schoolCode: string
  schoolName: string
  areaCode: string
}

/** Users who work as teachers, once per school, as a table `teacher`. */
function teachersFor(ctx: Ctx): RawBuilder<unknown> {
  return sql`(select distinct u.id, u.account as teacher_code, coalesce(nullif(u.real_name, ''), u.name) as teacher_name,
      s.school_code, s.school_name, s.area_code
    from ${visible(ctx, userUnit)} l
      join ${visible(ctx, user)} u on u.id = l.user_id
      join ${visible(ctx, basicSchool)} s on s.school_code = l.dept_uscc
    where l.role_alias = 'teacher') as teacher`
}

const COLUMNS = sql`id, teacher_code, teacher_name, school_code,
  school_name, area_code`

/** Teachers of the caller's units; those who only see themselves find themselves. */
export function teachersInSight(ctx: Ctx): { table: RawBuilder<unknown>; condition: RawBuilder<unknown> } {
  const units = scopeCondition(ctx.rules, teacherPortfolio.scope, ctx.scope) ?? sql`true`
  const own = ctx.scope.level === 'class' ? sql`id = ${ctx.user.id || null}` : sql`true`
  return { table: teachersFor(ctx), condition: sql`${units} and ${own}` }
}

/** The teacher of a code; at the named school, or at the first one. */
export async function findTeacher(ctx: Ctx, teacherCode: string, schoolCode: string): Promise<Teacher | undefined> {
  const { table, condition } = teachersInSight(ctx)
  const found = await sql<Teacher>`select ${COLUMNS} from ${table} where ${condition} and teacher_code = ${teacherCode}
    and (${schoolCode} = '' or school_code = ${schoolCode}) order by school_code limit 1`.execute(ctx.db)
  return found.rows[0]
}

const MOST = 50

/** Each once, at the school `findTeacher` takes without another word. */
export async function searchTeachers(ctx: Ctx, typed: string): Promise<Teacher[]> {
  const { table, condition } = teachersInSight(ctx)
  const found = await sql<Teacher>`select ${COLUMNS} from (select distinct on (teacher_code) * from ${table}
      where ${condition} and (strpos(teacher_name, ${typed}) > 0 or strpos(teacher_code, ${typed}) > 0)
      order by teacher_code, school_code) as teacher
    order by school_code, teacher_code limit ${MOST}`.execute(ctx.db)
  return found.rows
}
