import { registry } from '@xueheng/contract'
import type { RowGrant, RowTest } from '../../../platform/access/user.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { LoadedUser, RoleRow } from '../load-user.ts'
import type { ScopeRow } from '../scopes/scope-row.ts'
import { type Giver, narrowedEntities } from './giver.ts'

/*
 * What somebody or something has beyond the rights of a giver, in words for him; nothing when it is within. Rights are
 * permissions, data scopes, API scopes, units and the level of the role. Nothing is known of who else holds them.
 */

/** A role with all it gives. */
export interface RoleRights extends RoleRow {
  menuIds: string[]
  dataScopes: ScopeRow[]
  /** Calls that API scopes keep for other roles. */
  refusedPaths: ReadonlySet<string>
}

/** Names for what codes stand for. */
export interface Words {
  /** Of a menu or button, by id and by code. */
  menus: ReadonlyMap<string, string>
  schools: ReadonlyMap<string, { name: string; areaCode: string }>
}

export const SUPER = 'administrator'
const LEVELS: Scope['level'][] = ['all', 'area', 'school', 'class']
const LEVEL_NAMES: Record<Scope['level'], string> = {
  all: '全部',
  area: '本县区',
  school: '本校',
  class: '任教班级',
}

/** Whether the first level sees more than the second. */
export function isWider(level: Scope['level'], than: Scope['level']): boolean {
  return LEVELS.indexOf(level) < LEVELS.indexOf(than)
}

export function levelExcess(level: Scope['level'], giver: Giver): string[] {
  return isWider(level, giver.scope.level) ? [`数据范围「${LEVEL_NAMES[level]}」`] : []
}

export function excessOfRole(role: RoleRights, giver: Giver, words: Words): string[] {
  if (giver.user.isAdministrator) return []
  if (role.roleAlias === SUPER) return ['超级管理员的全部权限']
  return [
    ...levelExcess(role.scopeLevel ?? 'class', giver),
    ...named(
      '权限',
      role.menuIds.filter((id) => !giver.menus.has(id)).map((id) => words.menus.get(id) ?? id),
    ),
    ...named('数据权限', scopesBeyond(role.dataScopes, giver)),
    ...callsBeyond(role.refusedPaths, giver),
  ]
}

/** Of a narrowed entity a role must carry scopes, and none but the giver's own. */
function scopesBeyond(scopes: ScopeRow[], giver: Giver): string[] {
  return narrowedEntities(giver).flatMap((entity) => {
    const asked = scopes.filter((scope) => scope.entity === entity)
    const own = giver.dataScopes.filter((scope) => scope.entity === entity)
    if (asked.length === 0) return [`${titleOf(entity)}不受限`]
    return asked.filter((scope) => !own.some((one) => isSame(one, scope))).map((scope) => scope.name)
  })
}

function isSame(one: ScopeRow, other: ScopeRow): boolean {
  return JSON.stringify(rowsOf(one)) === JSON.stringify(rowsOf(other))
}

function rowsOf({ type, column, conditions }: ScopeRow): unknown[] {
  return [type, column || null, conditions ?? []]
}

export function excessOfUser(target: LoadedUser, giver: Giver, words: Words): string[] {
  const { user } = target
  if (giver.user.isAdministrator) return []
  if (user.isAdministrator) return ['超级管理员的全部权限']
  const units = unitExcess(target.scope, giver, words)
  // An account without a role can do nothing; it is only where it belongs that counts.
  if (user.roles.length === 0) return units
  return [
    ...units,
    ...named(
      '权限',
      [...user.permissions]
        .filter((code) => !giver.user.permissions.has(code))
        .map((code) => words.menus.get(code) ?? code),
    ),
    ...named(
      '数据权限',
      narrowedEntities(giver)
        .filter((entity) => !areRowsWithin(user.rowGrants.get(entity), giver.user.rowGrants.get(entity) ?? []))
        .map(titleOf),
    ),
    ...callsBeyond(user.refusedPaths, giver),
  ]
}

/** The level of the target's roles, and the units he works in. */
export function unitExcess(target: Scope, giver: Giver, { schools }: Words): string[] {
  const own = giver.scope
  if (own.level === 'all') return []
  if (isWider(target.level, own.level)) return levelExcess(target.level, giver)
  if (target.level === 'all') return []
  if (target.level === 'area')
    return named('县区', own.level === 'area' ? target.areaCodes.filter((code) => !own.areaCodes.includes(code)) : [])
  const beyond = target.schoolCodes.filter((code) =>
    own.level === 'area' ? !own.areaCodes.includes(schools.get(code)?.areaCode ?? '') : !own.schoolCodes.includes(code),
  )
  const classes =
    own.level === 'class' && target.level === 'class'
      ? target.classCodes.filter((code) => !own.classCodes.includes(code))
      : []
  return [
    ...named(
      '单位',
      beyond.map((code) => schools.get(code)?.name ?? code),
    ),
    ...named('班级', classes),
  ]
}

/** Whether every row the first let see is one the second lets see; no list at all lets see every row. */
function areRowsWithin(grants: readonly RowGrant[] | undefined, own: readonly RowGrant[]): boolean {
  return grants?.every((grant) => own.some((one) => isGrantWithin(grant, one))) === true
}

function isGrantWithin(grant: RowGrant, own: RowGrant): boolean {
  const letsNothing = grant.some((test) => test.values.length === 0)
  return letsNothing || own.every((test) => grant.some((asked) => isTestWithin(asked, test)))
}

function isTestWithin(asked: RowTest, own: RowTest): boolean {
  if (asked.field !== own.field || asked.operator !== own.operator || own.values.length === 0) return false
  const [fewer, more] = own.operator === 'notequal' ? [own.values, asked.values] : [asked.values, own.values]
  return fewer.every((value) => more.includes(value))
}

function callsBeyond(refused: ReadonlySet<string>, { user: { refusedPaths } }: Giver): string[] {
  const open = [...refusedPaths].filter((path) => !refused.has(path))
  return named(
    '接口',
    open.map((path) => registry.calls.find((call) => call.path === path)?.title ?? path),
  )
}

function titleOf(entity: string): string {
  return registry.resources.find((one) => one.name === entity)?.title ?? entity
}

/** 权限「用户管理-删除」等3项 */
function named(kind: string, names: string[]): string[] {
  const [first] = names
  if (first === undefined) return []
  return [`${kind}「${first}」${names.length > 1 ? `等${names.length}项` : ''}`]
}
