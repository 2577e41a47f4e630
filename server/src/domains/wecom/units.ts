import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { wecomDeptAdmin } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { wecomContact } from '@xueheng/contract/domains/wecom/external-contact.ts'
import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { findOnce } from '../../platform/find-once.ts'
import { areaOfSchool, findSchool } from '../school/index.ts'

const CORPS = every(wecomCorp, 'what belongs to a corp has its unit, whoever writes it')
const DEPTS = every(wecomDept, 'where a row stands decides whose it is')
const STUDENTS = every(wecomStudent, 'where a row stands decides whose it is')
const PARENTS = every(wecomParent, 'a contact who is a parent belongs to the school of the child')
const REGISTER = every(basicStudent, 'a student is in the school the register says')

/** Where a row lies; all blank for what belongs to the whole bureau. */
export interface Unit {
  areaCode: string | null
  schoolCode: string | null
  classCode: string | null
}

export interface CorpFacts {
  corpId: string
  isSchool: boolean
  unit: Unit
}

/** A corp with the unit it stands for: a school where its code is one, else an area or the whole bureau. */
export const findCorp = findOnce<CorpFacts>(async (ctx, corpId) => {
  const found = await sql<{ uscc: string | null; areaCode: string | null; schoolMode: number | null }>`
    select uscc, area_code, school_mode from ${CORPS} c where corp_id = ${corpId} and is_deleted = 0`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return undefined
  const school = row.uscc ? await findSchool(ctx, row.uscc) : undefined
  const unit = { areaCode: row.areaCode, schoolCode: school?.schoolCode ?? null, classCode: null }
  return { corpId, isSchool: row.schoolMode === 1, unit }
})

/** The same; refuses one that is not there. */
export async function corpOf(ctx: Ctx, corpId: string | undefined): Promise<CorpFacts> {
  const corp = await findCorp(ctx, corpId ?? '')
  if (!corp) throw fault('corpId', '企业不存在')
  return corp
}

/** What a row that hangs on a department needs to know of it. */
export interface DeptFacts {
  id: string
  corpId: string
  deptId: number
  deptName: string
  deptType: number
  ancestors: string | null
  areaCode: string | null
  schoolCode: string | null
  classCode: string | null
}

/** Departments of a corp by their ids; those of another corp are as if they did not exist. */
export async function findDepts(ctx: Ctx, corpId: string, ids: readonly string[]): Promise<DeptFacts[]> {
  const found = await sql<DeptFacts>`select id, corp_id, dept_id, dept_name, dept_type, ancestors, area_code,
      school_code, class_code
    from ${DEPTS} d where corp_id = ${corpId} and id = any(${ids}::bigint[]) and is_deleted = 0`.execute(ctx.db)
  return ids.flatMap((id) => found.rows.find((row) => row.id === id) ?? [])
}

/** The department a row hangs on; refuses one of another corp. */
export async function deptOf(ctx: Ctx, corpId: string, id: string, field: string): Promise<DeptFacts> {
  const [dept] = await findDepts(ctx, corpId, [id])
  if (!dept) throw fault(field, '部门不属于该企业')
  return dept
}

export function unitOf({ areaCode, schoolCode, classCode }: Unit): Unit {
  return { areaCode, schoolCode, classCode }
}

/** The unit of a school that was picked. */
export async function unitOfSchool(ctx: Ctx, schoolCode: string): Promise<Unit> {
  return { areaCode: await areaOfSchool(ctx, schoolCode), schoolCode, classCode: null }
}

/** Where the register has a student; nothing for one it does not know. */
export async function unitOfStudent(ctx: Ctx, studentCode: string): Promise<Unit | undefined> {
  const found = await sql<Unit>`select area_code, school_code, class_code from ${REGISTER} s
    where student_code = ${studentCode} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
}

/** What stands above each department: one that moved takes along all below it. What hangs on nothing is at the top. */
async function placeDepts(ctx: Ctx, corpId: string): Promise<void> {
  const ofCorp = sql`corp_id = ${corpId} and is_deleted = 0`
  await sql`with recursive placed as (
      select d.id, '0'::text as path from ${DEPTS} d
      where ${ofCorp} and not exists (select 1 from ${DEPTS} u where u.id = d.parent_id and u.corp_id = ${corpId} and u.is_deleted = 0)
      union all
      select d.id, p.path || ',' || p.id from ${DEPTS} d join placed p on d.parent_id = p.id where ${ofCorp})
    update ${into(wecomDept)} t set ancestors = p.path from placed p
    where t.id = p.id and t.ancestors is distinct from p.path`.execute(ctx.db)
}

/** Brings places and units of everything in a corp up to date once departments have moved or rows have come in. */
export async function placeRows(ctx: Ctx, corpId: string): Promise<void> {
  await placeDepts(ctx, corpId)
  await sql`update ${into(wecomDeptAdmin)} a set area_code = d.area_code, school_code = d.school_code, class_code = d.class_code
    from ${DEPTS} d where a.corp_id = ${corpId} and d.id = a.department
      and (a.area_code, a.school_code, a.class_code) is distinct from (d.area_code, d.school_code, d.class_code)`.execute(
    ctx.db,
  )
  await sql`update ${into(wecomStudent)} s set area_code = u.area_code, school_code = u.school_code, class_code = u.class_code
    from (select t.id, coalesce(r.area_code, d.area_code) as area_code, coalesce(r.school_code, d.school_code) as school_code,
        case when r.id is null then d.class_code else r.class_code end as class_code
      from ${STUDENTS} t left join ${REGISTER} r on r.student_code = t.student_code and r.is_deleted = 0
        left join ${DEPTS} d on d.id = (t.departments ->> 0)::bigint
      where t.corp_id = ${corpId}) u
    where s.id = u.id
      and (s.area_code, s.school_code, s.class_code) is distinct from (u.area_code, u.school_code, u.class_code)`.execute(
    ctx.db,
  )
  await placeParents(ctx, corpId)
  await sql`update ${into(wecomContact)} c set area_code = p.area_code, school_code = p.school_code
    from (select distinct on (external_userid) external_userid, area_code, school_code from ${PARENTS} t
      where t.corp_id = ${corpId} and external_userid is not null and is_deleted = 0 order by external_userid, id) p
    where c.corp_id = ${corpId} and c.external_userid = p.external_userid
      and (c.area_code, c.school_code) is distinct from (p.area_code, p.school_code)`.execute(ctx.db)
}

/** Parents are where their children are. */
export async function placeParents(ctx: Ctx, corpId: string): Promise<void> {
  await sql`update ${into(wecomParent)} p set area_code = s.area_code, school_code = s.school_code, class_code = s.class_code
    from ${STUDENTS} s where p.corp_id = ${corpId} and s.id = p.student
      and (p.area_code, p.school_code, p.class_code) is distinct from (s.area_code, s.school_code, s.class_code)`.execute(
    ctx.db,
  )
}
