import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { sql } from 'kysely'
import { everyRow } from '../../platform/access/sight.ts'
import type { Ctx } from '../../platform/ctx.ts'

/**
 * Rows of `notice` that are out and meant for the caller: nobody was named, or one of the caller's roles, one of the
 * caller's departments or a department above, or the caller's account.
 */
export function addressed(ctx: Ctx) {
  return sql`(notice.release_time <= localtimestamp and (${forEverybody} or exists (
    select 1 from sys_user u where u.id = ${ctx.user.id || null} and (
      notice.role_ids ?| u.role_ids::text[]
      or notice.dept_ids ?| u.dept_ids::text[]
      or exists (select 1 from ${everyDept} d where d.id = any(u.dept_ids) and notice.dept_ids ?| string_to_array(d.ancestors, ','))
      or u.account = any(string_to_array(notice.accounts, ','))))))`
}

const everyDept = everyRow(dept, 'whom a notice is for does not depend on the departments its reader looks after')

const forEverybody = sql`(jsonb_array_length(coalesce(notice.role_ids, '[]')) = 0
  and jsonb_array_length(coalesce(notice.dept_ids, '[]')) = 0 and coalesce(notice.accounts, '') = '')`

/** Rows of `sys_message` for the caller: those of the account and those for everybody. */
export function toMe(ctx: Ctx) {
  return sql`coalesce(sys_message.account, '') in ('', ${ctx.user.account})`
}

/** Those who write for others see all there is. */
export function writes(ctx: Ctx, entity: 'notice' | 'sysmessage'): boolean {
  const { isAdministrator, permissions } = ctx.user
  return isAdministrator || permissions.has(`${entity}_add`) || permissions.has(`${entity}_edit`)
}
