import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { ScopeColumns } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Ctx, Scope } from '../ctx.ts'
import type { Condition } from '../rows/filters.ts'
import { grantedRows } from './row-grants.ts'

/**
 * The rows of a table a user may see, as a condition: the one function behind lists, details, updates,
 * removals and exports. A table that lacks the column of the user's level is cut by the next coarser one.
 */
export function scopeCondition(columns: ScopeColumns | undefined, scope: Scope): Condition | undefined {
  if (!columns || scope.level === 'all') return undefined
  if (scope.level === 'area') {
    if (columns.area) return among(columns.area, scope.areaCodes)
    return columns.school ? schoolsOfAreas(columns.school, scope.areaCodes) : sql`false`
  }
  if (scope.level === 'class' && columns.class) {
    return sql`(${among(columns.class, scope.classCodes)} and ${columns.school ? among(columns.school, scope.schoolCodes) : sql`true`})`
  }
  if (columns.school) return among(columns.school, scope.schoolCodes)
  return columns.area ? areasOfSchools(columns.area, scope.schoolCodes) : sql`false`
}

function among(column: string, values: string[]): Condition {
  return sql`${sql.ref(snake(column))} = any(${values})`
}

function schoolsOfAreas(column: string, areas: string[]): Condition {
  return sql`${sql.ref(snake(column))} in (select school_code from basic_school where area_code = any(${areas}))`
}

/** Area rows (population) are shown to the schools of that area, but only the area's staff may change them. */
function areasOfSchools(column: string, schools: string[]): Condition {
  return sql`${sql.ref(snake(column))} in (select area_code from basic_school where school_code = any(${schools}))`
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

type RowRule = (ctx: Ctx) => Condition | undefined

const rules = new Map<string, RowRule>()

/** A domain's own limit on the rows of an entity, beside the columns of its scope: lists, details and writes obey it. */
export function limitRows(entity: AnyEntity, rule: RowRule): void {
  rules.set(entity.name, rule)
}

/** Rows inside the user's units and the domain's own limit, before any data scope. */
export function unitRows(entity: AnyEntity, ctx: Ctx): Condition {
  return all([scopeCondition(entity.scope, ctx.scope), rules.get(entity.name)?.(ctx)])
}

/** Everything that keeps rows of an entity from a user: units, the domain's own limit, data scopes of the roles. */
export function visibleRows(entity: AnyEntity, ctx: Ctx): Condition {
  return all([scopeCondition(entity.scope, ctx.scope), rules.get(entity.name)?.(ctx), grantedRows(entity, ctx.user)])
}

function all(limits: (Condition | undefined)[]): Condition {
  const given = limits.filter((limit) => limit !== undefined)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}
