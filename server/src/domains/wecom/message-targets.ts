import { MOST_DEPARTMENTS, type wecomMessage } from '@xueheng/contract/domains/wecom/message.ts'
import { wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import type { DeptFacts } from './units.ts'

export type Message = EntityRow<typeof wecomMessage.fields>

type Chosen = Pick<Message, 'corpId' | 'departments'>

const DEPTS = every(wecomDept, 'whoever writes to a department writes to all below it, which he must see')

/**
 * Departments a message goes to: those chosen, without those that lie below another one. Refuses what is gone, of another
 * corp or not to be seen, and what has something below it that is not to be seen.
 */
export async function targetsOf(ctx: Ctx, { corpId, departments }: Chosen): Promise<DeptFacts[]> {
  if (departments.length > MOST_DEPARTMENTS) throw fault('departments', `一次最多选择${MOST_DEPARTMENTS}个部门`)
  const found =
    await sql<DeptFacts>`select d.id, d.corp_id, d.dept_id, d.dept_name, d.dept_type, d.ancestors, d.area_code,
      d.school_code, d.class_code
    from ${visible(ctx, wecomDept)} d where d.corp_id = ${corpId} and d.id = any(${departments}::bigint[])
    order by d.dept_id`.execute(ctx.db)
  if (found.rows.length < new Set(departments).size) {
    throw fault('departments', '有的部门不属于该企业或已删除，请重新选择部门')
  }
  const hidden = await sql`select 1 from ${DEPTS} d where d.corp_id = ${corpId} and d.is_deleted = 0
    and ${isBelow(departments)} and d.id not in (select v.id from ${visible(ctx, wecomDept)} v where v.corp_id = ${corpId})
    limit 1`.execute(ctx.db)
  if (hidden.rows.length > 0) throw fault('departments', '有的下级部门不归您管理，请改选下级部门')
  const ids = new Set(departments)
  return found.rows.filter(({ ancestors }) => !(ancestors ?? '').split(',').some((id) => ids.has(id)))
}

function isBelow(ids: readonly string[]): RawBuilder<unknown> {
  return sql`string_to_array(d.ancestors, ',') && ${ids}::text[]`
}

/** Whom the mirror knows in these departments and below them. */
export async function countPeople(ctx: Ctx, { corpId, departments }: Chosen) {
  const found = await sql<{ studentNum: number; parentNum: number; followNum: number }>`with depts as materialized (
      select d.id::text as id from ${visible(ctx, wecomDept)} d
      where d.corp_id = ${corpId} and (d.id = any(${departments}::bigint[]) or ${isBelow(departments)})),
    students as materialized (select s.id from ${visible(ctx, wecomStudent)} s
      where s.corp_id = ${corpId} and exists (select 1 from depts d where jsonb_exists(s.departments, d.id)))
    select (select count(*)::int from students) as student_num, count(distinct p.parent_userid)::int as parent_num,
      count(distinct p.parent_userid) filter (where p.is_subscribe = 1)::int as follow_num
    from ${visible(ctx, wecomParent)} p where p.corp_id = ${corpId} and p.student in (select id from students)`.execute(
    ctx.db,
  )
  return found.rows[0] ?? { studentNum: 0, parentNum: 0, followNum: 0 }
}
