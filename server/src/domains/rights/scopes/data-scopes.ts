import type { RowCondition, UserAttribute } from '@xueheng/contract/kit/row-condition.ts'
import { sql } from 'kysely'
import { OWN_DEPARTMENT, type RowGrant, type RowTest } from '../../../platform/access/user.ts'
import type { Db } from '../../../platform/ctx.ts'
import type { ScopeRow } from './scope-row.ts'
import type { UserUnits } from './user-units.ts'
import { own } from '../../../platform/db/table.ts'
import { roleDataScope } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'

const everyDataScope = every(dataScope, 'what narrows a role does not depend on who sees the scope')

/** The data scopes of roles, those of all roles in one list. */
export async function readDataScopes(db: Db, roleIds: string[]): Promise<ScopeRow[]> {
  const found = await sql<ScopeRow>`select s.id, g.role_id, s.scope_name as name, s.resource_code as entity,
      s.scope_type as type, s.scope_column as column, s.scope_value as conditions
    from ${own(roleDataScope)} g join ${everyDataScope} s on s.id = g.data_scope_id and s.is_deleted = 0
    where g.role_id = any(${roleIds}::bigint[]) order by s.id`.execute(db)
  return found.rows
}

/** The scopes with the user's own units filled in, by entity. */
export function rowGrantsOf(scopes: ScopeRow[], units: UserUnits): Map<string, RowGrant[]> {
  const grants = new Map<string, RowGrant[]>()
  for (const scope of scopes) grants.set(scope.entity, [...(grants.get(scope.entity) ?? []), grantOf(scope, units)])
  return grants
}

function grantOf({ type, column, conditions }: ScopeRow, units: UserUnits): RowGrant {
  switch (type) {
    case 1:
      return []
    case 2:
      return [{ field: column || 'createUser', operator: 'equal', values: [units.userId] }]
    case 3:
      return [{ field: column || OWN_DEPARTMENT, operator: 'equal', values: units.deptIds }]
    case 4:
      return [{ field: column || OWN_DEPARTMENT, operator: 'equal', values: units.deptIdsBelow }]
    default:
      // A custom scope without conditions would be no scope: it lets nothing through instead.
      return conditions?.length ? conditions.map((one) => testOf(one, units)) : [NOTHING]
  }
}

const NOTHING: RowTest = { field: 'id', operator: 'equal', values: [] }

function testOf({ field, operator, values, attribute }: RowCondition, units: UserUnits): RowTest {
  return { field, operator, values: attribute ? ATTRIBUTES[attribute](units) : (values ?? []) }
}

const ATTRIBUTES = {
  userId: (units) => [units.userId],
  deptId: (units) => units.deptIds,
  deptIdBelow: (units) => units.deptIdsBelow,
  areaCode: (units) => [...new Set([...units.areaCodes, ...units.schoolAreas])],
  schoolCode: (units) => units.schoolCodes,
  classCode: (units) => units.classCodes,
} satisfies Record<UserAttribute, (units: UserUnits) => string[]>
