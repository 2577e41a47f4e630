import { OUTSIDE, mallOutside } from '@xueheng/contract/domains/mall/pay-setting.ts'
import type { StoredValues } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { fault } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import type { Reach } from '../../platform/net/address.ts'
import { decryptField } from '../../platform/secret.ts'
import { assertEndpoint } from '../resource/index.ts'

const SERVICES = every(mallOutside, 'whoever causes a call has it made by the service in use')

export type OutsideUse = keyof typeof OUTSIDE
type Stored = { id: string } & StoredValues<typeof mallOutside.fields>

/** An enabled service with its key in plain. */
export interface Outside extends Omit<Stored, 'secretKey'> {
  key: string
}

async function enabledRow(db: Db, use: OutsideUse): Promise<Stored | undefined> {
  const found =
    await sql<Stored>`select id, use_for, endpoint, merchant_no, model, secret_key, timeout_seconds, is_enabled
    from ${SERVICES} o where use_for = ${OUTSIDE[use]} and is_enabled = 1 and is_deleted = 0`.execute(db)
  return found.rows[0]
}

/** Whether the tenant of `db` has such a service in use. */
export async function hasOutside(db: Db, use: OutsideUse): Promise<boolean> {
  return (await enabledRow(db, use)) !== undefined
}

export async function findOutside(db: Db, masterKey: Buffer, use: OutsideUse): Promise<Outside | undefined> {
  const row = await enabledRow(db, use)
  if (!row) return undefined
  const { secretKey: _kept, ...rest } = row
  return { ...rest, key: decryptField(masterKey, mallOutside, row, 'secretKey') }
}

export interface OutsideGuard {
  config: Reach
  assertAboveAll(ctx: Ctx, what: string): Promise<void>
}

/** What the program calls with a key is set by those who look after the whole tenant. */
export function outsideHooks({ config: reach, assertAboveAll }: OutsideGuard): EntityHooks<typeof mallOutside> {
  return hook(mallOutside, {
    async beforeSave(ctx, row, before) {
      await assertAboveAll(ctx, mallOutside.title)
      const whole = { ...before, ...row }
      assertEndpoint(whole.endpoint ?? '', reach)
      if (whole.isEnabled !== 1) return
      await assertOnly(ctx, whole.useFor ?? 0, before?.id ?? '0')
      if (!whole.hasSecretKey) throw fault('secretKey', '请输入密钥再启用')
      if (whole.useFor === OUTSIDE.refund && !whole.merchantNo) throw fault('merchantNo', '请输入商户号再启用')
      if (whole.useFor === OUTSIDE.feedback && !whole.model) throw fault('model', '请输入模型再启用')
    },
    beforeRemove: (ctx) => assertAboveAll(ctx, mallOutside.title),
    async afterRestore(ctx, rows) {
      await assertAboveAll(ctx, mallOutside.title)
      for (const { id, useFor, isEnabled } of rows) if (isEnabled === 1) await assertOnly(ctx, useFor, id)
    },
  })
}

/** One service of a use at a time: of two nobody could say which one was asked. */
async function assertOnly(ctx: Ctx, useFor: number, id: string): Promise<void> {
  await lockKey(ctx.db, `mall-outside-${ctx.user.tenantId}`)
  const other = await sql`select 1 from ${SERVICES} o
    where use_for = ${useFor} and is_enabled = 1 and is_deleted = 0 and id <> ${id} limit 1`.execute(ctx.db)
  if (other.rows.length > 0) throw fault('isEnabled', '该用途已有启用的服务，请先停用')
}
