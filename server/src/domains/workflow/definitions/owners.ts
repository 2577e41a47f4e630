import { sql } from 'kysely'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { type TenantDeps, assertManaging, inTenant } from '../../tenancy/index.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import { checkCommonPeople, checkPeople } from './check-people.ts'
import { type Deployment, deploy } from './deploy.ts'
import { every } from '../../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyTenant = every(tenant, 'whether a tenant is there')

export type DeployDeps = TenantDeps

/** Processes of a tenant are its own; those for all tenants are looked after by the managing tenant. */
export function assertOwner(deps: DeployDeps, ctx: Ctx, owner: string): void {
  if (owner !== ctx.user.tenantId) assertManaging(deps, ctx)
}

/** Deploys for the named tenants, or for all of them at once when none is named. */
export async function deployFor(
  deps: DeployDeps,
  ctx: Ctx,
  tenantIds: string | null,
  deployment: Omit<Deployment, 'owner'>,
): Promise<void> {
  const owners = [...new Set(partsOf(tenantIds))]
  if (owners.length === 0) {
    refuseCommon(deps, ctx)
    return deployChecked(ctx, { ...deployment, owner: '' })
  }
  for (const owner of owners) {
    assertOwner(deps, ctx, owner)
    await assertTenant(ctx, owner)
    await inTenant(deps, ctx, owner, (inside) => deployChecked(inside, { ...deployment, owner }))
  }
}

/** Whom a process names has to be there, in the tenant it is for, or in each. */
async function deployChecked(ctx: FlowCtx, deployment: Deployment): Promise<void> {
  for (const { name, model } of deployment.files) {
    const faults = await (deployment.owner === '' ? checkCommonPeople(ctx, model) : checkPeople(ctx, model))
    if (faults.length > 0) throw refuse(`${name}：${faults.slice(0, 5).join('；')}`)
  }
  await deploy(ctx, deployment)
}

function refuseCommon(deps: DeployDeps, ctx: Ctx): void {
  try {
    assertManaging(deps, ctx)
  } catch (error) {
    throw error instanceof AppError ? refuse('通用流程由平台管理方部署，请选择定制流程') : error
  }
}

async function assertTenant(ctx: Ctx, tenantId: string): Promise<void> {
  const found = await sql`select 1 from ${everyTenant} where tenant_id = ${tenantId} and is_deleted = 0`.execute(ctx.db)
  if (found.rows.length === 0) throw refuse(`所属租户「${tenantId}」不存在`)
}
