import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { roleApiScope } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { apiScope } from '@xueheng/contract/domains/rights/api-scope.ts'

const everyApiScope = every(apiScope, 'what a call is kept for does not depend on who sees the scope')

/** An API scope of the tenant with the roles that hold it. */
export interface ApiScopeRow {
  id: string
  name: string
  path: string
  roleIds: string[]
}

export async function readApiScopes(db: Db): Promise<ApiScopeRow[]> {
  const found = await sql<ApiScopeRow>`select s.id, s.scope_name as name, s.scope_path as path,
      array(select g.role_id from ${own(roleApiScope)} g where g.api_scope_id = s.id)::text[] as role_ids
    from ${everyApiScope} s where s.is_deleted = 0 order by s.id`.execute(db)
  return found.rows
}

const named = new Map<string, AnyCall[]>()

/** Calls a scope's path names: one exactly, or all below it where it ends in `/**`. Aliases are the same call. */
export function callsOf(path: string): AnyCall[] {
  const known = named.get(path)
  if (known) return known
  const found = registry.calls.filter(
    (call) => call.access !== 'public' && [call.path, ...call.aliases].some((one) => matches(path, one)),
  )
  // Only paths somebody declared are remembered: the memory is as small as the product.
  if (found.length > 0) named.set(path, found)
  return found
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -2)) : path === pattern
}

/** First paths of the calls that some scope names and none of these roles holds. */
export function refusedPathsOf(scopes: ApiScopeRow[], roleIds: string[]): Set<string> {
  const [open, kept] = [new Set<string>(), new Set<string>()]
  for (const scope of scopes) {
    const isHeld = scope.roleIds.some((id) => roleIds.includes(id))
    for (const call of callsOf(scope.path)) (isHeld ? open : kept).add(call.path)
  }
  return new Set([...kept].filter((path) => !open.has(path)))
}
