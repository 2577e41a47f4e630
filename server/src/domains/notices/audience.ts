import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Reader } from '../../platform/access/rules.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const ACCOUNTS = every(user, 'the own account of the reader')

/**
 * Rows of `notice` that are out and meant for the caller: nobody was named, or one of the caller's roles, one of the
 * caller's departments or a department above, or the caller's account.
 */
export function addressed(ctx: Reader) {
  return sql`(notice.release_time <= localtimestamp and (${forEverybody} or exists (
    select 1 from ${ACCOUNTS} u where u.id = ${ctx.user.id || null} and (
      notice.role_ids ?| u.role_ids::text[]
      or notice.dept_ids ?| u.dept_ids::text[]
      or exists (select 1 from ${DEPARTMENTS} d where d.id = any(u.dept_ids) and notice.dept_ids ?| string_to_array(d.ancestors, ','))
      or u.account = any(string_to_array(notice.accounts, ','))))))`
}

const DEPARTMENTS = every(dept, 'whom a notice is for does not depend on the departments its reader looks after')

const forEverybody = sql`(jsonb_array_length(coalesce(notice.role_ids, '[]')) = 0
  and jsonb_array_length(coalesce(notice.dept_ids, '[]')) = 0 and coalesce(notice.accounts, '') = '')`

/** Rows of `sys_message` for the caller: those of the account and those for everybody. */
export function toMe(ctx: Reader) {
  return sql`coalesce(sys_message.account, '') in ('', ${ctx.user.account})`
}

/** Those who write for others see all there is. */
export function writes(ctx: Reader, entity: 'notice' | 'sysmessage'): boolean {
  const { isAdministrator, permissions } = ctx.user
  return isAdministrator || permissions.has(`${entity}_add`) || permissions.has(`${entity}_edit`)
}
