import { sql } from 'kysely'
import type { Database } from '../../platform/db/pool.ts'
import type { Tokens } from '../../platform/http/session.ts'
import { factorIsOn } from '../credentials/index.ts'
import { every } from '../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyRole = every(role, 'nobody sees anything before the sign-in')
const everyUser = every(user, 'nobody sees anything before the sign-in')

export interface UserRow {
  id: string
  account: string
  passwordHash: string
  name: string
  realName: string | null
  avatar: string | null
  deptIds: string[]
  postIds: string[]
  roleIds: string[]
  roleAliases: string[]
  status: number
  /** 1: somebody else chose the password, 2: it was made for one sign-in. */
  isInitial: number
  /** A second factor is asked for. */
  hasFactor: boolean
  /** The password was made for one sign-in and its time is over. */
  isPast: boolean
}

const USER_COLUMNS = sql`u.id, u.account, u.password_hash, u.name, u.real_name, u.avatar, u.dept_ids::text[] as dept_ids, u.post_ids::text[] as post_ids, u.status, u.is_initial::int as is_initial, coalesce(u.initial_expire < now(), false) as is_past,
  ${factorIsOn(sql.ref('u.id'))} as has_factor, u.role_ids::text[] as role_ids,
  array(select r.role_alias from ${everyRole} r where r.id = any(u.role_ids) and r.is_deleted = 0 order by r.sort)::text[] as role_aliases`

export async function findUser(database: Database, tenantId: string, account: string): Promise<UserRow | undefined> {
  const found =
    await sql<UserRow>`select ${USER_COLUMNS} from ${everyUser} u where u.account = ${account.replaceAll('\u0000', '')} and u.is_deleted = 0`.execute(
      database.prepared(tenantId),
    )
  return found.rows[0]
}

export async function findUserById(database: Database, tenantId: string, userId: string): Promise<UserRow | undefined> {
  const found =
    await sql<UserRow>`select ${USER_COLUMNS} from ${everyUser} u where u.id = ${userId} and u.is_deleted = 0`.execute(
      database.prepared(tenantId),
    )
  return found.rows[0]
}

/** What a token call answers when it worked. */
export function tokenAnswer(tenantId: string, fields: Record<string, string>, tokens: Tokens): Record<string, unknown> {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    refresh_token: tokens.refreshToken,
    expires_in: tokens.expiresIn,
    scope: 'all',
    tenant_id: tenantId,
    ...fields,
    detail: { type: 'web' },
    license: 'powered by xueheng',
  }
}

/** The user as clients of this family read it; `role_name` is a comma list of aliases and never null. */
export function userFields(user: UserRow) {
  return {
    user_id: user.id,
    account: user.account,
    user_name: user.account,
    userName: user.account,
    nick_name: user.name,
    real_name: user.realName ?? '',
    role_id: user.roleIds.join(','),
    role_name: user.roleAliases.join(','),
    dept_id: user.deptIds.join(','),
    post_id: user.postIds.join(','),
    avatar: user.avatar ?? '',
    oauth_id: '',
  }
}

/** Somebody a provider knows and we do not: no user id, which opens the registration in clients of this family. */
export function guestFields(username: string, oauthId: string): ReturnType<typeof userFields> {
  return {
    user_id: '',
    account: '',
    user_name: username,
    userName: username,
    nick_name: username,
    real_name: '',
    role_id: '',
    role_name: 'guest',
    dept_id: '',
    post_id: '',
    avatar: '',
    oauth_id: oauthId,
  }
}
