import { registerGuest } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import * as call from '@xueheng/contract/domains/sign-in/social.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import type { Config } from '../../platform/config.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { type Database, inTransaction, lockKey } from '../../platform/db/pool.ts'
import { refuse } from '../../platform/error.ts'
import { flagSetting } from '../../platform/settings.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertWithinRights, existingIds, withinRights } from '../rights/index.ts'
import { addGuest, admitGuest, assertMadeInSight, removeGuest } from '../people/index.ts'
import {
  hashPassword,
  md5,
  wireSecret,
  passwordFault,
  type Ticket,
  takeTicket,
  tryTicket,
} from '../credentials/index.ts'
import { type ToldApplicant, type WordDeps, tellApplicant, tellDeciders } from './registration-words.ts'
import { own } from '../../platform/db/table.ts'
import { socialAccount, guestRegistration } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyUser = every(user, 'an account is taken, and of an applicant, whoever sees it')
const everyTenant = every(tenant, 'the rules and room of the tenant that is asked')

interface Deps extends WordDeps {
  config: Pick<Config, 'signInKey'>
  database: Database
}

type Input = Record<'tenantId' | 'account' | 'password' | 'name' | 'oauthId', string | null>

/** A stranger signed in at a provider asks for an account; an administrator lets them in or not. */
export function registrationHandlers(deps: Deps): Implementation[] {
  return [
    implement(registerGuest, (_ctx, input, { request }) => {
      const tenantId = input.tenantId || String(request.headers['tenant-id'] ?? '')
      return register(deps, { ...input, tenantId }, request.ip)
    }),
    implement(call.registrationList, (ctx, { query }) => listOf(ctx, call.registrationList, query, APPLICANTS)),
    implement(call.registrationDetail, (ctx, { id }) => findOf(ctx, call.registrationList, id, APPLICANTS)),
    implement(call.registrationApprove, (ctx, input) => approve(deps, ctx, input)),
    implement(call.registrationRefuse, (ctx, { id, reason }) => refuseOne(deps, ctx, id, reason)),
  ]
}

/** Nothing is changed before everything fits, so that a slip can be mended with the same proof of who one is. */
async function register(deps: Deps, input: Input, ip: string): Promise<void> {
  const { config, database } = deps
  if (!input.tenantId) throw refuse('请先输入租户编号')
  if (!input.account?.trim()) throw refuse('请先输入账号名称')
  if (!input.password) throw refuse('请先输入密码')
  const ticket = await tryTicket(database.open, 'register', input.oauthId)
  if (!ticket) throw refuse('第三方登陆信息错误!')
  if (ticket.tenantId !== input.tenantId) throw refuse('租户信息错误!')
  const account = input.account.trim()
  const text = wireSecret(input.password, config.signInKey)?.text ?? input.password
  await inTransaction(database.tenant(ticket.tenantId), async (db) => {
    if (!(await flagSetting(db, 'account.registerUser'))) throw refuse('本单位未开放注册，请联系管理员')
    await lockKey(db, `users-${ticket.tenantId}`)
    const { profile, unit } = await assertFree(db, ticket.tenantId, account)
    const fault = await passwordFault(profile, text, account, unit)
    if (fault) throw refuse(fault)
    const guest = { account, name: input.name?.trim() || account, hash: await hashPassword(md5(text)), ip }
    await keep(db, ticket, guest)
    await tellDeciders(deps, db, ticket.tenantId, guest)
  })
  await takeTicket(database.open, 'register', input.oauthId)
}

interface House {
  /** Its rules for passwords. */
  profile: string | null
  unit: string
}

async function assertFree(db: Db, tenantId: string, account: string): Promise<House> {
  const found = await sql<House & { taken: boolean; most: number; n: number }>`select
      password_profile as profile, tenant_name as unit, account_number as most,
      exists(select 1 from ${everyUser} where account = ${account} and is_deleted = 0) as taken,
      (select count(*)::int from ${everyUser} where is_deleted = 0) as n
    from ${everyTenant} where tenant_id = ${tenantId} and is_deleted = 0`.execute(db)
  const row = found.rows[0]
  if (!row) throw refuse('租户信息错误!')
  if (row.taken) throw refuse(`当前用户 [${account}] 已存在!`)
  if (row.most > 0 && row.n >= row.most) throw refuse('当前租户已到最大账号额度!')
  return row
}

interface NewGuest {
  account: string
  name: string
  hash: string
  ip: string
}

/** The account has no role, so nobody signs in with it before an administrator gives one. */
async function keep(db: Db, ticket: Ticket, guest: NewGuest): Promise<void> {
  const socialId = ticket.data['socialId']
  const userId = await addGuest(db, ticket.tenantId, guest)
  const free =
    await sql`update ${own(socialAccount)} set user_id = ${userId} where id = ${socialId} and user_id is null returning id`.execute(
      db,
    )
  if (free.rows.length === 0) throw refuse('第三方登陆信息错误!')
  await sql`insert into ${own(guestRegistration)} (id, tenant_id, social_id, user_id, account, name, remote_ip)
    values (${nextId()}, ${ticket.tenantId}, ${socialId}, ${userId}, ${guest.account}, ${guest.name}, ${guest.ip.slice(0, 64)})`.execute(
    db,
  )
}

/** Whether the account still waits to be let in. */
export async function isWaiting(db: Db, userId: string): Promise<boolean> {
  const found =
    await sql`select 1 from ${own(guestRegistration)} where user_id = ${userId} and state = 'waiting'`.execute(db)
  return found.rows.length > 0
}

const APPLICANTS = sql`(select r.id, r.account, r.name, a.source, a.username, r.state, r.reason, r.remote_ip,
    r.create_time, r.user_id, r.state = 'waiting' as is_waiting
  from ${own(guestRegistration)} r left join ${own(socialAccount)} a on a.id = r.social_id)`

interface Waiting {
  userId: string
  socialId: string
  account: string
  name: string
  phone: string | null
}

async function decide(ctx: Ctx, id: string, state: 'approved' | 'refused', reason: string | null): Promise<Waiting> {
  const found = await sql<Waiting>`update ${own(guestRegistration)} r
    set state = ${state}, reason = ${reason}, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    from ${everyUser} u where r.id = ${checkId(id)} and r.state = 'waiting' and u.id = r.user_id
    returning r.user_id, r.social_id, r.account, r.name, u.phone`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw refuse('该申请不存在或已经处理')
  return row
}

async function approve(
  deps: Deps,
  ctx: Ctx,
  input: { id: string; roleIds: string; deptIds: string | null },
): Promise<ToldApplicant> {
  const roles = await existingIds(ctx, role, partsOf(input.roleIds))
  const depts = await existingIds(ctx, dept, partsOf(input.deptIds))
  if (roles.length === 0) throw refuse('请选择角色')
  const row = await decide(ctx, input.id, 'approved', null)
  const { userId, account } = row
  await withinRights(ctx, { users: [userId], gifts: roles }, () => admitGuest(ctx, userId, roles, depts))
  await assertMadeInSight(ctx, [userId])
  await logOperation(ctx, 'registration.approve', '通过注册申请', {
    entity: 'user',
    rowId: userId,
    after: { account, roles, depts },
  })
  return tellApplicant(deps, ctx, row, { result: '已通过', reason: '' })
}

/** The account made for it goes; the person may ask again. */
async function refuseOne(deps: Deps, ctx: Ctx, id: string, reason: string): Promise<ToldApplicant> {
  const row = await decide(ctx, id, 'refused', reason)
  const { userId, socialId, account } = row
  await assertWithinRights(ctx, { users: [userId] })
  await removeGuest(ctx, userId)
  await sql`update ${own(socialAccount)} set user_id = null where id = ${socialId}`.execute(ctx.db)
  await logOperation(ctx, 'registration.refuse', '拒绝注册申请', {
    entity: 'user',
    rowId: userId,
    after: { account, reason },
  })
  return tellApplicant(deps, ctx, row, { result: '未通过', reason })
}
