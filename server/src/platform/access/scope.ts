import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { ScopeColumns } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Condition } from '../rows/filters.ts'
import { grantedRows } from './row-grants.ts'
import type { AccessRules, Reader } from './rules.ts'
import type { Scope } from './user.ts'

/**
 * The rows of a table a user may see, as a condition: the one function behind lists, details, updates,
 * removals and exports. A table that lacks the column of the user's level is cut by the next coarser one.
 */
export function scopeCondition(
  rules: AccessRules,
  columns: ScopeColumns | undefined,
  scope: Scope,
): Condition | undefined {
  if (!columns || scope.level === 'all') return undefined
  if (scope.level === 'area') {
    if (columns.area) return among(columns.area, scope.areaCodes)
    return columns.school ? schoolsOfAreas(rules, columns.school, scope.areaCodes) : sql`false`
  }
  if (scope.level === 'class' && columns.class) {
    return sql`(${among(columns.class, scope.classCodes)} and ${columns.school ? among(columns.school, scope.schoolCodes) : sql`true`})`
  }
  if (columns.school) return among(columns.school, scope.schoolCodes)
  return columns.area ? areasOfSchools(rules, columns.area, scope.schoolCodes) : sql`false`
}

function among(column: string, values: string[]): Condition {
  return sql`${sql.ref(snake(column))} = any(${values})`
}

function schoolsOfAreas({ schools }: AccessRules, column: string, areas: string[]): Condition {
  return sql`${sql.ref(snake(column))} in (select school_code from ${sql.table(schools.table)} where area_code = any(${areas}))`
}

/** Area rows (population) are shown to the schools of that area, but only the area's staff may change them. */
function areasOfSchools({ schools }: AccessRules, column: string, codes: string[]): Condition {
  return sql`${sql.ref(snake(column))} in (select area_code from ${sql.table(schools.table)} where school_code = any(${codes}))`
}

/** Whether a row about to be written lies inside the user's scope. */
export function isRowInScope(entity: AnyEntity, scope: Scope, row: Record<string, unknown>): boolean {
  const columns: ScopeColumns | undefined = entity.scope
  if (!columns || scope.level === 'all') return true
  if (scope.level === 'area') return !columns.area || has(scope.areaCodes, row[columns.area])
  if (!columns.school) return false
  if (!has(scope.schoolCodes, row[columns.school])) return false
  return scope.level === 'school' || !columns.class || has(scope.classCodes, row[columns.class])
}

function has(codes: string[], value: unknown): boolean {
  return typeof value === 'string' && codes.includes(value)
}

/** Rows inside the user's units and the domain's own limit, before any data scope. */
export function unitRows(entity: AnyEntity, reader: Reader): Condition {
  return all([scopeCondition(reader.rules, entity.scope, reader.scope), limitOf(entity, reader)])
}

/** Everything that keeps rows of an entity from a user: units, the domain's own limit, data scopes of the roles. */
export function visibleRows(entity: AnyEntity, reader: Reader): Condition {
  return all([
    scopeCondition(reader.rules, entity.scope, reader.scope),
    limitOf(entity, reader),
    grantedRows(entity, reader),
  ])
}

function limitOf(entity: AnyEntity, reader: Reader): Condition | undefined {
  return reader.rules.limits.get(entity.name)?.(reader)
}

function all(limits: (Condition | undefined)[]): Condition {
  const given = limits.filter((limit) => limit !== undefined)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}
