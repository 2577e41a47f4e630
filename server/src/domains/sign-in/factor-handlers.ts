import * as call from '@xueheng/contract/domains/sign-in/second-factor.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import type { Config } from '../../platform/config.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { type TenantDeps, whereRowsAre } from '../tenancy/index.ts'
import { usersInSight } from '../people/index.ts'
import { assertWithinRights } from '../rights/index.ts'
import {
  checkNumber,
  confirmFactor,
  countRecoveryCodes,
  hasFactor,
  newFactor,
  newRecoveryCodes,
  removeFactors,
  otpauthAddress,
  ownerKeys,
  tryOnce,
} from '../credentials/index.ts'
import { drawQrCode } from './qr.ts'
import { every } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyTenant = every(tenant, 'what a tenant asks of its people')

interface Deps extends TenantDeps {
  config: Pick<Config, 'masterKey' | 'tenantId'>
  sessions: Sessions
}

/** The second factor of the own account, and taking away that of somebody who lost theirs. */
export function factorHandlers(deps: Deps): Implementation[] {
  return [
    implement(call.factorStatus, status),
    implement(call.factorEnrol, (ctx) => enrol(deps, ctx)),
    implement(call.factorConfirm, (ctx, { code }) => confirm(deps, ctx, code)),
    implement(call.factorRecovery, recovery),
    implement(call.factorRemove, (ctx) => remove(deps, ctx)),
    implement(call.factorReset, (ctx, { userIds }) =>
      whereRowsAre(deps, ctx, user, { ids: userIds }, (inside) => reset(deps, inside, partsOf(userIds))),
    ),
  ]
}

async function status(ctx: Ctx) {
  const found = await sql<{ isDemanded: number }>`select second_factor::int as is_demanded from ${everyTenant}
    where tenant_id = ${ctx.user.tenantId}`.execute(ctx.db)
  return {
    isOn: Number(await hasFactor(ctx.db, ctx.user.id)),
    isDemanded: found.rows[0]?.isDemanded ?? 0,
    recoveryCodes: await countRecoveryCodes(ctx.db, ctx.user.id),
  }
}

async function enrol({ config }: Deps, ctx: Ctx) {
  if (await hasFactor(ctx.db, ctx.user.id)) throw refuse('二次验证已启用，请先停用')
  const secret = await newFactor(ctx.db, config.masterKey, ctx.user.tenantId, ctx.user.id)
  const address = otpauthAddress(secret, ctx.user.account, '学衡')
  return { secret, address, picture: drawQrCode(address) }
}

async function confirm({ config, sessions, database }: Deps, ctx: Ctx, code: string) {
  const tried = await tryOnce(database.beside(ctx.user.tenantId), ownerKeys(ctx.user), async () =>
    (await checkNumber(ctx.db, config.masterKey, ctx.user.id, code, 0)) ? 'right' : 'wrong',
  )
  if ('wait' in tried) throw new AppError('rate.limited', { seconds: tried.wait })
  if (tried.outcome === 'wrong') throw refuse('动态验证码不正确')
  await confirmFactor(ctx.db, ctx.user.id)
  await logOperation(ctx, 'secondFactor.confirm', '启用二次验证', { entity: 'user', rowId: ctx.user.id })
  const recoveryCodes = await newRecoveryCodes(ctx.db, ctx.user.tenantId, ctx.user.id)
  ctx.afterwards(() => sessions.changed())
  return { recoveryCodes }
}

async function recovery(ctx: Ctx) {
  if (!(await hasFactor(ctx.db, ctx.user.id))) throw refuse('请先启用二次验证')
  await logOperation(ctx, 'secondFactor.recovery', '重新生成恢复码', { entity: 'user', rowId: ctx.user.id })
  return { recoveryCodes: await newRecoveryCodes(ctx.db, ctx.user.tenantId, ctx.user.id) }
}

async function remove({ sessions }: Deps, ctx: Ctx): Promise<void> {
  const { isDemanded } = await status(ctx)
  if (isDemanded === 1) throw refuse('租户要求二次验证，不能停用')
  await removeFactors(ctx.db, [ctx.user.id])
  await logOperation(ctx, 'secondFactor.remove', '停用二次验证', { entity: 'user', rowId: ctx.user.id })
  ctx.afterwards(() => sessions.changed())
}

async function reset({ sessions }: Deps, ctx: Ctx, given: string[]): Promise<void> {
  if (given.length === 0) throw new AppError('request.noSelection')
  const ids = await usersInSight(ctx, given)
  await assertWithinRights(ctx, { users: ids })
  await removeFactors(ctx.db, ids)
  for (const id of ids)
    await logOperation(ctx, 'secondFactor.reset', '解除用户的二次验证', { entity: 'user', rowId: id })
  ctx.afterwards(async () => {
    for (const id of ids) await sessions.endAll(id)
  })
}
