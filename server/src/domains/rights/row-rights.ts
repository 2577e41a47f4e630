import type { RowState, RowViewer } from '@xueheng/contract/domains/rights/rights.ts'
import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { escapeLike } from '../../platform/rows/filters.ts'
import { type StoredRow } from '../../platform/rows/rows.ts'
import { maskRows } from '../../platform/access/mask.ts'
import { checkId, findRow, listPage } from '../../platform/rows/read.ts'
import { grantedRows } from '../../platform/access/row-grants.ts'
import { isRowInScope, unitRows } from '../../platform/access/scope.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { readDataScopes } from './scopes/data-scopes.ts'
import type { ScopeRow } from './scopes/scope-row.ts'
import { type LoadedUser, type RoleRow, loadUsers, readRoles } from './load-user.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

/** Users judged by one statement; each brings two columns of it. */
const AT_ONCE = 200
const MOST_USERS = 20_000
const MOST_FOUND = 20

interface RowQuestion {
  entity: string
  id: string
  state: string | null
  keyword: string | null
  current: number | null
  size: number | null
}

export function askable(name: string): AnyEntity {
  const entity = registry.resources.find((one) => one.name === name)
  if (!entity) throw refuse('请选择数据')
  return entity
}

export function askableEntities(): { name: string; title: string }[] {
  return registry.resources.map(({ name, title }) => ({ name, title }))
}

/** Rows by a part of what people know them by. */
export async function findRows(ctx: Ctx, name: string, keyword: string): Promise<{ id: string; label: string }[]> {
  const entity = askable(name)
  const label = labelField(entity)
  const rows = isByHand(entity)
    ? await labelledRows(ctx, entity, label, keyword)
    : (
        await listPage(entity, ctx, {
          size: MOST_FOUND,
          ...(keyword && label !== 'id' && { [`${label}_like`]: keyword }),
        })
      ).records
  return maskRows(entity.fields, rows).map((row) => ({ id: row.id, label: String(row[label] ?? row.id) }))
}

/** Rows whose calls are written by hand are known here by id and label; their other columns are those calls' own. */
function isByHand(entity: AnyEntity): boolean {
  return !registry.entities.includes(entity)
}

async function labelledRows(ctx: Ctx, entity: AnyEntity, label: string, keyword: string): Promise<StoredRow[]> {
  const column = sql.ref(snake(label))
  const found = await sql<StoredRow>`select id, ${column} as ${sql.id(label)} from ${visible(ctx, entity)} r
    where ${column}::text ilike ${partOf(keyword)} order by id limit ${MOST_FOUND}`.execute(ctx.db)
  return found.rows
}

async function rowOf(ctx: Ctx, entity: AnyEntity, id: string): Promise<StoredRow | undefined> {
  if (!isByHand(entity)) return findRow(entity, ctx, id)
  const found = await sql<StoredRow>`select id from ${visible(ctx, entity)} r where id = ${checkId(id)}`.execute(ctx.db)
  return found.rows[0]
}

function partOf(keyword: string): string {
  return `%${escapeLike(keyword)}%`
}

/** Every user of the tenant with whether the row is seen, may be changed or removed, and why. */
export async function viewersOfRow(ctx: Ctx, question: RowQuestion): Promise<Page<RowViewer>> {
  const entity = askable(question.entity)
  const row = await rowOf(ctx, entity, question.id)
  if (!row) throw new AppError('row.notFound')
  const users = await readUsers(ctx, question.keyword ?? '')
  const roleIds = [...new Set(users.flatMap((user) => user.roleIds))]
  const facts = { roles: await readRoles(ctx.db, roleIds), scopes: await scopesFor(ctx, entity, roleIds) }
  const viewers: RowViewer[] = []
  for (let at = 0; at < users.length; at += AT_ONCE) {
    viewers.push(...(await judge(ctx, entity, row, users.slice(at, at + AT_ONCE), facts)))
  }
  const asked = viewers.filter((viewer) => !question.state || viewer.state === question.state)
  const { current, size } = { current: question.current ?? 1, size: question.size ?? 10 }
  return pageOf(asked.slice((current - 1) * size, current * size), asked.length, { current, size })
}

interface UserRoles {
  id: string
  roleIds: string[]
}

async function readUsers(ctx: Ctx, keyword: string): Promise<UserRoles[]> {
  const part = partOf(keyword)
  const found = await sql<UserRoles>`select id, role_ids::text[] as role_ids from ${visible(ctx, user)} u
    where status = 1 and (account ilike ${part} or name ilike ${part} or real_name ilike ${part})
    order by id limit ${MOST_USERS}`.execute(ctx.db)
  return found.rows
}

async function scopesFor(ctx: Ctx, entity: AnyEntity, roleIds: string[]): Promise<ScopeRow[]> {
  return (await readDataScopes(ctx.db, roleIds)).filter((scope) => scope.entity === entity.name)
}

interface Facts {
  roles: RoleRow[]
  scopes: ScopeRow[]
}

async function judge(ctx: Ctx, entity: AnyEntity, row: StoredRow, users: UserRoles[], facts: Facts) {
  const loaded = await loadUsers(
    ctx.db,
    users.map((user) => user.id),
  )
  if (loaded.length === 0) return []
  const columns = loaded.flatMap((one, at) => [
    sql`(${unitRows(entity, { ...ctx, ...one })}) as ${sql.id(`u${at}`)}`,
    sql`(${grantedRows(entity, { ...one, rules: ctx.rules }) ?? sql`true`}) as ${sql.id(`g${at}`)}`,
  ])
  const found = await sql<Record<string, boolean>>`select ${sql.join(columns)}
    from ${every(entity, 'whether others see the row is what is asked')} r where id = ${row.id}`.execute(ctx.db)
  const seen = found.rows[0] ?? {}
  const roleIds = new Map(users.map((user) => [user.id, user.roleIds]))
  return loaded.map((one, at) => {
    const held = roleIds.get(one.user.id) ?? []
    const state = stateOf(entity, one, seen[`u${at}`] === true, seen[`g${at}`] === true)
    return viewerOf(entity, row, one, state, {
      roles: facts.roles.filter((role) => held.includes(role.id)),
      scopes: facts.scopes.filter((scope) => held.includes(scope.roleId)),
    })
  })
}

function stateOf(entity: AnyEntity, one: LoadedUser, isInUnits: boolean, isGranted: boolean): RowState {
  if (!has(one, `${entity.permission}_view`)) return 'noRight'
  if (!isInUnits) return 'outsideUnits'
  return isGranted ? 'seen' : 'outsideScope'
}

function has({ user }: LoadedUser, permission: string): boolean {
  return user.isAdministrator || user.permissions.has(permission)
}

function viewerOf(entity: AnyEntity, row: StoredRow, one: LoadedUser, state: RowState, own: Facts): RowViewer {
  const mayWrite = state === 'seen' && !one.user.isReadOnly
  const givers = own.roles.filter(
    (role) => role.roleAlias === 'administrator' || role.permissions.includes(`${entity.permission}_view`),
  )
  return {
    id: one.user.id,
    account: one.user.account,
    name: one.user.name,
    roles: givers.map((role) => role.roleName),
    state,
    canEdit: mayWrite && has(one, `${entity.permission}_edit`) && isRowInScope(entity, one.scope, row),
    canDelete: mayWrite && has(one, `${entity.permission}_delete`),
    level: one.scope.level,
    scopes: one.user.isAdministrator ? [] : own.scopes.map((scope) => scope.name),
  }
}
