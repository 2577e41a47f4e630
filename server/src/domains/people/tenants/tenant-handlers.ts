import * as call from '@xueheng/contract/domains/tenancy/tenant.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { partsOf } from '../../../platform/comma-list.ts'
import { idsOf } from '../../../platform/rows/handlers.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, fault, faults, refuse } from '../../../platform/error.ts'
import { numberSetting } from '../../../platform/settings.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { livingIds, assertPackage, fitRoles } from '../../rights/index.ts'
import { issueAdminPassword, openTenant } from './open-tenant.ts'
import {
  TENANT_COLUMNS,
  type TenantDeps,
  type TenantView,
  assertHolds,
  assertManaging,
  changeTenant,
  findTenant,
  lockTenant,
  removeTenants,
} from '../../tenancy/index.ts'
import { visible } from '../../../platform/access/doors.ts'

type Deps = TenantDeps & { sessions: Sessions }

export function tenantHandlers(deps: Deps): Implementation[] {
  return [
    implement(call.tenantList, (ctx, { query }) =>
      listOf(ctx, call.tenantList, query, sql`(select ${TENANT_COLUMNS} from ${visible(ctx, call.tenant)} t)`),
    ),
    implement(call.tenantSelect, select),
    implement(call.tenantDetail, (ctx, { id }) => findTenant(ctx, id)),
    implement(call.tenantSubmit, (ctx, input, { request }) => save(deps, ctx, { ...input, ...blanks(request.body) })),
    implement(call.tenantRemove, (ctx, { ids }) => remove(deps, ctx, partsOf(ids))),
    implement(call.tenantAdminPassword, (ctx, { id }) => issue(deps, ctx, id)),
    implement(call.tenantSetting, (ctx, input) => setting(deps, ctx, input)),
  ]
}

async function select(ctx: Ctx): Promise<Output<typeof call.tenantSelect>> {
  const found = await sql<Output<typeof call.tenantSelect>[number]>`select id, tenant_id, tenant_name
    from ${visible(ctx, call.tenant)} t order by id`.execute(ctx.db)
  return found.rows
}

async function save(deps: Deps, ctx: Ctx, input: Record<string, unknown>): Promise<TenantView> {
  const id = input['id'] ? checkId(input['id']) : undefined
  assertHolds(ctx, id ? 'tenant_edit' : 'tenant_add')
  assertManaging(deps, ctx)
  const values: Record<string, unknown> = { ...input, domainUrl: originOf(input['domainUrl'] ?? input['domain']) }
  const before = id ? await lockTenant(ctx, id, input['updateTime']) : undefined
  if (!before) values['accountNumber'] = await accountNumber(ctx, values['accountNumber'])
  const parsed = parseFields(call.tenant.fields as Fields, values, { partial: id !== undefined })
  if (!parsed.ok) throw faults(parsed.problems)
  assertColor(parsed.value['brandColor'])
  await assertPackage(ctx, values['packageId'])
  const kept = id ?? (await openTenant(deps, ctx, parsed.value))
  await changeTenant(ctx, kept, before ? { ...parsed.value, adminAccount: undefined } : parsed.value)
  const after = (await findTenant(ctx, kept)) as TenantView
  if (before && before['packageId'] !== after['packageId']) await fitRoles(deps, ctx, after.tenantId)
  await logOperation(ctx, before ? 'tenant.update' : 'tenant.add', before ? '租户修改' : '租户新增', {
    entity: 'tenant',
    rowId: kept,
    before,
    after,
  })
  ctx.afterwards(() => deps.sessions.changed())
  return after
}

/** How many accounts a new tenant may have: as it is typed, else as the parameter for new tenants says. */
async function accountNumber(ctx: Ctx, typed: unknown): Promise<unknown> {
  const isTyped = typed !== undefined && typed !== null && typed !== ''
  return isTyped ? typed : numberSetting(ctx.db, 'tenant.default.accountNumber')
}

function assertColor(color: unknown): void {
  if (!color || /^#[0-9a-f]{6}$/i.test(String(color))) return
  throw fault('brandColor', '主题色应为#加六位十六进制数字，如#2F54EB')
}

/** What a form sends as empty text is to be cleared. */
function blanks(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name, value]) => value === '' && name !== 'id'))
}

/** A tenant is known by the origin of its address; what people paste is longer. */
function originOf(given: unknown): unknown {
  return typeof given === 'string' ? (/^https?:\/\/[^/]+/.exec(given.trim())?.[0] ?? given.trim()) : given
}

async function chosen(deps: Deps, ctx: Ctx, ids: string[]): Promise<{ ids: string[]; codes: string[] }> {
  assertManaging(deps, ctx)
  if (ids.length === 0) throw new AppError('request.noSelection')
  const living = await livingIds(ctx, call.tenant, ids)
  const found = await sql<{
    code: string
  }>`select tenant_id as code from ${visible(ctx, call.tenant)} t where id = any(${living}::bigint[])`.execute(ctx.db)
  return { ids: living, codes: found.rows.map((row) => row.code) }
}

/** Its people are signed out and cannot come back; its data stay until they are deleted by hand. */
async function remove(deps: Deps, ctx: Ctx, given: string[]): Promise<void> {
  const { ids, codes } = await chosen(deps, ctx, given)
  if (codes.includes(deps.config.tenantId)) throw refuse('不可删除管理租户!')
  await removeTenants(ctx, ids)
  await deps.sessions.endTenants(ctx.db, codes)
  for (const id of ids) await logOperation(ctx, 'tenant.remove', '租户删除', { entity: 'tenant', rowId: id })
  ctx.afterwards(() => deps.sessions.changed())
}

/** The only time this password is seen; the old one ends with its sessions. */
async function issue(deps: Deps, ctx: Ctx, id: string) {
  assertManaging(deps, ctx)
  const row = await findTenant(ctx, id)
  if (!row) throw new AppError('row.notFound')
  const { tenantId } = row
  const account = String(row['adminAccount'])
  const { userId, password } = await issueAdminPassword(deps, ctx, tenantId, account)
  await logOperation(ctx, 'tenant.adminPassword', '发放管理员密码', { entity: 'tenant', rowId: id, after: { account } })
  ctx.afterwards(() => deps.sessions.endAll(userId))
  return { tenantId, account, password }
}

async function setting(deps: Deps, ctx: Ctx, input: Record<string, unknown>): Promise<void> {
  const { ids } = await chosen(deps, ctx, idsOf(input))
  const values = { accountNumber: input['accountNumber'] ?? undefined, expireTime: input['expireTime'] }
  for (const id of ids) await changeTenant(ctx, id, values)
  await logOperation(ctx, 'tenant.setting', '租户授权配置', { entity: 'tenant', rowId: ids.join(), after: values })
  ctx.afterwards(() => deps.sessions.changed())
}
