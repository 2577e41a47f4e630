import { sql } from 'kysely'
import { maskRows } from '../../platform/access/mask.ts'
import { listOf } from '../../platform/rows/list.ts'
import { type Query, checkId, textOf } from '../../platform/rows/read.ts'
import { user, type userDetail, userPage } from '@xueheng/contract/domains/people/user.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyRole = every(role, 'whoever sees an account may read what it holds')
const everyDept = every(dept, 'whoever sees an account may read where it belongs')
const everyPost = every(post, 'whoever sees an account may read what it does')
const everyTenant = every(tenant, 'the name of the tenant the account is in')

/** A user as clients of this family read it: keys and names as comma lists, never a password. */
export type UserView = NonNullable<Output<typeof userDetail>>

const NAMES = {
  role: sql`(select coalesce(string_agg(r.role_name, ',' order by r.sort), '') from ${everyRole} r where r.id = any(u.role_ids) and r.is_deleted = 0)`,
  dept: sql`(select coalesce(string_agg(d.dept_name, ',' order by d.sort), '') from ${everyDept} d where d.id = any(u.dept_ids) and d.is_deleted = 0)`,
  post: sql`(select coalesce(string_agg(p.post_name, ',' order by p.sort), '') from ${everyPost} p where p.id = any(u.post_ids) and p.is_deleted = 0)`,
}

/** 2 is set by the clock, a little after the time has come. */
const STATE = sql`case when u.status = 0 then '已冻结' when u.status = 2 or u.expire_time <= localtimestamp then '已过期' else '正常' end`

const COLUMNS = sql`u.id, u.tenant_id, u.code, u.user_type, u.account, u.name, u.real_name,
  u.avatar, u.email, u.phone, u.birthday, u.sex, u.expire_time, ${STATE} as state, array_to_string(u.role_ids, ',') as role_id, array_to_string(u.dept_ids, ',') as dept_id,
  array_to_string(u.post_ids, ',') as post_id, ${NAMES.role} as role_name, ${NAMES.dept} as dept_name, ${NAMES.post} as post_name,
  (select t.tenant_name from ${everyTenant} t where t.tenant_id = u.tenant_id) as tenant_name,
  u.create_user, u.create_dept, u.create_time, u.update_user, u.update_time,
  u.status, u.is_deleted`

export async function findUser(ctx: Ctx, id: string): Promise<UserView | null> {
  const found = await sql<UserView>`select ${COLUMNS} from ${visible(ctx, user)} u where u.id = ${checkId(id)}`.execute(
    ctx.db,
  )
  return found.rows[0] ?? null
}

/** The same user as others see it. */
export function masked(row: UserView): UserView {
  return maskRows(user.fields, [row])[0] ?? row
}

/** Whoever picks by a name orders by it. */
const ORDERED_BY = { roleId: 'roleName', deptId: 'deptName', postId: 'postName' }

/** A department stands for all below it. What is personal comes masked. */
export function pageOfUsers(ctx: Ctx, query: Query) {
  const deptId = textOf(query['deptId'])
  const within = sql`u.dept_ids && array(select d.id from ${visible(ctx, dept)} d where
    (d.id = ${deptId && checkId(deptId)} or ${deptId} = any(string_to_array(d.ancestors, ','))))`
  const users = sql`(select ${COLUMNS} from ${visible(ctx, user)} u where ${deptId ? within : sql`true`})`
  return listOf(ctx, userPage, query, users, ORDERED_BY)
}
