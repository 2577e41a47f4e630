import { user } from '@xueheng/contract/domains/people/user.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { rolesHolding } from '../../rights/index.ts'

const USERS = every(user, 'the bureau writes to schools, whoever works there')
const UNITS = every(userUnit, 'the bureau writes to schools, whoever works there')

/** Accounts that work at each of the schools and hold the permission. */
export async function findSchoolAccounts(
  ctx: Ctx,
  permission: string,
  schoolCodes: string[],
): Promise<Map<string, string[]>> {
  const roles = await rolesHolding(ctx.db, permission)
  const { rows } = await sql<{ schoolCode: string; accounts: string[] }>`select l.dept_uscc as school_code,
      array_agg(distinct u.account order by u.account) as accounts
    from ${UNITS} l join ${USERS} u on u.id = l.user_id and u.is_deleted = 0 and u.status = 1
    where l.is_deleted = 0 and l.dept_uscc = any(${schoolCodes}::varchar[]) and u.role_ids && ${roles}::bigint[]
    group by l.dept_uscc`.execute(ctx.db)
  return new Map(rows.map(({ schoolCode, accounts }) => [schoolCode, accounts]))
}
