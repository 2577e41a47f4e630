import { user } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { loginLog } from '@xueheng/contract/domains/sign-in/session.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { TENANT_PARAMETERS, type ParameterKey } from '@xueheng/contract/platform/parameters.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { setting } from '../../../platform/settings.ts'
import { ASKED_ROWS, type Part, type Period, part } from './part.ts'

const WHY = 'the evidence of a tenant tells of all its accounts, to its administrators'
const USERS = every(user, WHY)
const ROLES = every(role, WHY)
const SIGN_INS = every(loginLog, WHY)
const TENANTS = every(tenant, 'the password rules of the own tenant')

/** How many accounts hold each role. */
export async function rolesPart(ctx: Ctx): Promise<Part> {
  const found = await sql<{ name: string; alias: string; scope: string | null; open: string; shut: string }>`select
      r.role_name as name, r.role_alias as alias, r.scope_level as scope,
      count(u.id) filter (where u.status = 1) as open, count(u.id) filter (where u.status <> 1) as shut
    from ${ROLES} r left join ${USERS} u on r.id = any(u.role_ids) and u.is_deleted = 0
    where r.is_deleted = 0 group by r.id, r.role_name, r.role_alias, r.scope_level, r.sort order by r.sort, r.id`.execute(
    ctx.db,
  )
  const scopes = await dictLabels(ctx, 'scope_level')
  return part(
    'roles',
    ['角色', '别名', '数据范围', '正常账号', '停用账号'],
    found.rows.map((row) => [
      row.name,
      row.alias,
      scopes.get(row.scope ?? '') ?? row.scope,
      Number(row.open),
      Number(row.shut),
    ]),
  )
}

/** Every account with its roles, its state and when it signed in last. */
export async function accountsPart(ctx: Ctx): Promise<Part> {
  const found = await sql<Record<'account' | 'name' | 'roles' | 'state' | 'made' | 'last', string | null>>`select
      u.account, u.name, (select string_agg(r.role_name, '、' order by r.sort) from ${ROLES} r where r.id = any(u.role_ids)) as roles,
      case when u.status = 1 then '正常' else '停用' end as state, to_char(u.create_time, 'YYYY-MM-DD') as made,
      to_char(l.last, 'YYYY-MM-DD HH24:MI') as last
    from ${USERS} u left join (select account, max(create_time) as last from ${SIGN_INS} s where result = 'success'
      group by account) l on l.account = u.account
    where u.is_deleted = 0 order by u.account limit ${ASKED_ROWS}`.execute(ctx.db)
  return part(
    'accounts',
    ['账号', '昵称', '角色', '状态', '创建日期', '最近登录'],
    found.rows.map((row) => [row.account, row.name, row.roles, row.state, row.made, row.last]),
  )
}

const POLICY: ParameterKey[] = [
  'account.initPasswordMode',
  'account.failCount',
  'account.registerUser',
  'recycle.retainDays',
  'log.retainDays',
  'childAccess.retainDays',
  'privacy.answerDays',
]

/** The rules for passwords of the tenant, and the parameters the program obeys. */
export async function policyPart(ctx: Ctx): Promise<Part> {
  const profiles = await dictLabels(ctx, 'password_profile')
  const found = await sql<{ profile: string | null }>`select t.password_profile as profile from ${TENANTS} t
    where t.tenant_id = ${ctx.user.tenantId}`.execute(ctx.db)
  const profile = found.rows[0]?.profile ?? ''
  const rows: (string | number)[][] = [['密码策略', profiles.get(profile) ?? (profile || '未选择'), '']]
  for (const [key, field] of Object.entries(TENANT_PARAMETERS)) {
    const known = POLICY.find((one) => one === key)
    if (known) rows.push([field.label, await setting(ctx.db, known), key])
  }
  return part('policy', ['项目', '值', '参数'], rows)
}

/** Sign-ins by month: how many went well, failed, and of how many accounts and addresses. */
export async function signInsPart(ctx: Ctx, { beginDate, endDate }: Period): Promise<Part> {
  const found = await sql<Record<'month' | 'good' | 'bad' | 'accounts' | 'addresses', string>>`select
      to_char(s.create_time, 'YYYY-MM') as month, count(*) filter (where s.result = 'success') as good,
      count(*) filter (where s.result <> 'success') as bad,
      count(distinct s.account) filter (where s.result <> 'success') as accounts,
      count(distinct s.remote_ip) filter (where s.result <> 'success') as addresses
    from ${SIGN_INS} s where s.create_time >= ${beginDate}::date and s.create_time < ${endDate}::date + 1
    group by 1 order by 1`.execute(ctx.db)
  return part(
    'signIns',
    ['月份', '成功', '失败', '失败的账号', '失败的地址'],
    found.rows.map((row) => [row.month, ...[row.good, row.bad, row.accounts, row.addresses].map(Number)]),
  )
}
