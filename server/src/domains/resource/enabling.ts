import type { enablingCalls } from '@xueheng/contract/domains/resource/enabling-calls.ts'
import { type CrudAction, changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'

/** Who may change what everybody's messages and files go by; refuses all others. `what`: the name of the setting. */
export interface SettingGuard {
  assertAboveAll(ctx: Ctx, what: string): Promise<void>
}

/** Settings of which a tenant uses one: the others are switched off first. */
export function enablingHandlers(
  entity: AnyEntity,
  calls: ReturnType<typeof enablingCalls>,
  guard: SettingGuard,
): Implementation[] {
  const switchTo = async (ctx: Ctx, id: string, isOn: boolean): Promise<void> => {
    await guard.assertAboveAll(ctx, entity.title)
    await enable(entity, ctx, id, isOn)
  }
  return [
    implement(calls.enable, (ctx, { id }) => switchTo(ctx, id, true)),
    implement(calls.disable, (ctx, { id }) => switchTo(ctx, id, false)),
  ]
}

/** Whoever sends the messages reads the numbers people sign in by, and whoever keeps the files reads them. */
export async function aroundSetting(
  entity: AnyEntity,
  ctx: Ctx,
  action: CrudAction,
  guard: SettingGuard,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (changesRows(action)) await guard.assertAboveAll(ctx, entity.title)
  return work()
}

async function enable(entity: AnyEntity, ctx: Ctx, asked: string, isOn: boolean): Promise<void> {
  await lockKey(ctx.db, `${entity.table}-${ctx.user.tenantId}`)
  const { id } = await findOrRefuse(entity, ctx, asked)
  const off = isOn ? sql`status = 2` : sql`id = ${id}`
  await sql`update ${into(entity)} set status = 1 where ${off} and is_deleted = 0`.execute(ctx.db)
  if (isOn) await sql`update ${into(entity)} set status = 2 where id = ${id}`.execute(ctx.db)
  const verb = isOn ? '启用' : '停用'
  await logOperation(ctx, `${entity.name}.${isOn ? 'enable' : 'disable'}`, `${entity.title}${verb}`, {
    entity: entity.name,
    rowId: id,
  })
}

/** A removed one is switched off: it may come back while another is in use. */
export async function switchOff(entity: AnyEntity, ctx: Ctx, rows: { id: string }[]): Promise<void> {
  const ids = rows.map((row) => row.id)
  await sql`update ${into(entity)} set status = 1 where id = any(${ids}::bigint[])`.execute(ctx.db)
}
