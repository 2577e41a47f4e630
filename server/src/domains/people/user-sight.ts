import { user } from '@xueheng/contract/domains/people/user.ts'
import { sql } from 'kysely'
import type { AccessRule } from '../../platform/access/rules.ts'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { livingIds } from '../rights/index.ts'

/**
 * Users under data scopes: those of a department are its members, wherever the account was made, and everybody sees the
 * own account. // inferred
 */
export const userAccess: AccessRule = {
  entity: user,
  stored: {
    columns: { roleId: 'role_ids', deptId: 'dept_ids', postId: 'post_ids', createDept: undefined, state: undefined },
    department: 'deptId',
    own: (me) => sql`id = ${me.id || null}`,
  },
}

/** Nobody makes accounts beyond the own sight. */
export async function assertMadeInSight(ctx: Ctx, ids: string[]): Promise<void> {
  const seen = await sql`select 1 from ${visible(ctx, user)} u where id = any(${ids}::bigint[])`.execute(ctx.db)
  if (seen.rows.length !== ids.length) throw new AppError('access.refused')
}

/** The ids, each of which must be an account within the caller's sight. */
export function usersInSight(ctx: Ctx, ids: string[]): Promise<string[]> {
  return livingIds(ctx, user, ids)
}
