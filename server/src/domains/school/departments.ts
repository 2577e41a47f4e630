import { basicDepartment } from '@xueheng/contract/domains/school/basic-department.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { areaOfSchool } from './schools.ts'

const DEPARTMENTS = every(basicDepartment, 'a department stands under no other that stands under it')
const TEACHERS = every(basicTeacher, 'a department with teachers is not removed, whoever asks')

/** A department of a school lies where the school does; departments form a tree, and those in use stay. */
export const departmentHooks = hook(basicDepartment, {
  async beforeSave(ctx, row, before) {
    const { deptCode, parentCode, schoolCode } = { ...before, ...row }
    if (schoolCode) row.areaCode = await areaOfSchool(ctx, schoolCode)
    if (before && row.parentCode && (await isBelow(ctx, String(parentCode), String(deptCode))))
      throw fault('parentCode', '上级部门不能是本部门或其下级')
  },
  async beforeRemove(ctx, rows) {
    const codes = rows.map((row) => row.deptCode)
    const used = await sql`select 1 from ${TEACHERS} where dept_code = any(${codes}) and is_deleted = 0
      union all select 1 from ${DEPARTMENTS} where parent_code = any(${codes}) and dept_code <> all(${codes})
        and is_deleted = 0 limit 1`.execute(ctx.db)
    if (used.rows.length > 0) throw refuse('部门下还有下级部门或教师，不能删除')
  },
})

/** Whether `code` is `top` itself or stands under it. */
async function isBelow(ctx: Ctx, code: string, top: string): Promise<boolean> {
  const found = await sql`with recursive above(dept_code, parent_code) as (
      select dept_code, parent_code from ${DEPARTMENTS} where dept_code = ${code} and is_deleted = 0
      union select d.dept_code, d.parent_code from ${DEPARTMENTS} d join above a on d.dept_code = a.parent_code
      where d.is_deleted = 0)
    select 1 from above where dept_code = ${top}`.execute(ctx.db)
  return found.rows.length > 0
}
