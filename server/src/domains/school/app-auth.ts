import { appBiz } from '@xueheng/contract/domains/school/app-biz.ts'
import * as call from '@xueheng/contract/domains/school/app-auth.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import { partsOf } from '../../platform/comma-list.ts'
import { listOf } from '../../platform/rows/list.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId, findBy } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { type Table, own } from '../../platform/db/table.ts'
import { appDeptAuth, appUserAuth } from './tables.ts'
import { visible } from '../../platform/access/doors.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

/** The two kinds of grants of an application: who holds one, where it is kept, what it is called. */
interface Kind {
  table: Table
  holders: AnyEntity
  title: string
  /** By which field a call names its holders, and how it asks for them. */
  field: string
  wanted: string
}

const DEPT: Kind = {
  table: appDeptAuth,
  holders: dept,
  title: '单位授权',
  field: 'deptId',
  wanted: '请选择单位',
}
const USER: Kind = {
  table: appUserAuth,
  holders: user,
  title: '用户授权',
  field: 'userId',
  wanted: '请选择用户',
}

const columnOf = ({ field }: Kind) => sql.ref(snake(field))

type DeptGrants = Output<typeof call.deptGrants>

export const appAuthHandlers = [
  implement(call.deptGrants, async (ctx, { appCode }) => {
    assertWholeTenant(ctx, '应用授权')
    const found = await sql<DeptGrants[number]>`select a.id, a.app_code, a.dept_id, d.dept_name,
        d.full_name, a.create_time
      from ${own(appDeptAuth)} a join ${visible(ctx, dept)} d on d.id = a.dept_id
      where a.app_code = ${appCode} order by d.sort, d.id`.execute(ctx.db)
    return found.rows
  }),
  implement(call.grantDepts, (ctx, { appCode, deptId }) => grant(ctx, DEPT, appCode, deptId)),
  implement(call.revokeDepts, (ctx, { ids }) => revoke(ctx, DEPT, partsOf(ids))),
  implement(call.userGrants, usersOf),
  implement(call.grantUsers, (ctx, { appCode, userId }) => grant(ctx, USER, appCode, userId)),
  implement(call.revokeUsers, (ctx, { ids }) => revoke(ctx, USER, partsOf(ids))),
]

function usersOf(ctx: Ctx, { appCode, name, query }: Input<typeof call.userGrants>) {
  assertWholeTenant(ctx, '应用授权')
  const typed = name ?? ''
  const holders = sql`(select a.id, a.app_code, a.user_id, u.account, u.name, a.create_time
    from ${own(appUserAuth)} a join ${visible(ctx, user)} u on u.id = a.user_id
    where a.app_code = ${appCode} and (strpos(u.account, ${typed}) > 0 or strpos(u.name, ${typed}) > 0))`
  return listOf(ctx, call.userGrants, query, holders)
}

/** Who holds the grant already keeps it as it is. */
async function grant(ctx: Ctx, kind: Kind, appCode: string, holders: string): Promise<void> {
  assertWholeTenant(ctx, '应用授权')
  if (!(await findBy(appBiz, ctx, { appCode }))) throw refuse('应用不存在')
  const ids = [...new Set(partsOf(holders).map(checkId))]
  if (ids.length === 0) throw fault(kind.field, kind.wanted)
  const living = await sql<{ id: string }>`select id from ${visible(ctx, kind.holders)} h
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  if (living.rows.length < ids.length) throw new AppError('row.notFound')
  for (const id of ids) {
    await sql`insert into ${own(kind.table)} (id, tenant_id, app_code, ${columnOf(kind)}, create_user)
      values (${nextId()}, ${ctx.user.tenantId}, ${appCode}, ${id}, ${ctx.user.id}) on conflict do nothing`.execute(
      ctx.db,
    )
  }
  await logOperation(ctx, `${kind.table.name}.submit`, `应用${kind.title}`, { after: { appCode, ids } })
}

async function revoke(ctx: Ctx, kind: Kind, ids: string[]): Promise<void> {
  assertWholeTenant(ctx, '应用授权')
  if (ids.length === 0) throw new AppError('request.noSelection')
  const wanted = [...new Set(ids.map(checkId))]
  const gone = await sql<{ id: string; code: string }>`delete from ${own(kind.table)}
    where id = any(${wanted}::bigint[]) returning ${columnOf(kind)} as id, app_code as code`.execute(ctx.db)
  if (gone.rows.length < wanted.length) throw new AppError('row.notFound')
  await logOperation(ctx, `${kind.table.name}.remove`, `取消应用${kind.title}`, { before: { revoked: gone.rows } })
}
