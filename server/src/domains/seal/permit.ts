import { sealInfo, sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import { sealMould } from '@xueheng/contract/domains/seal/seal-mould.ts'
import { permitStates, sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { permitReview } from '@xueheng/contract/domains/seal/seal-permit-review.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { fault } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { findRow } from '../../platform/rows/read.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { findSchool } from '../school/index.ts'
import type { KeyProvider } from './key-provider.ts'
import { type PermitRow, makeSealOf } from './make-seal.ts'
import { moveSeal, sealRow } from './seal-info.ts'

/** Keys of the dictionary `seal_apply_type`. */
const NEW = 1
const CANCEL = 5
const LOST = 4

const stateOf = (id: string) => stateRow(sealPermit, id, 'permitStatus')

/** Applications for seals, and what becomes of them. */
export function permitWork(keys: KeyProvider) {
  const run = runReview(
    permitReview,
    {
      nameRow: (row) => row.sealName,
      async beforeDecide(ctx, row, action) {
        if (action === 'submit' || action === 'make') await assertComplete(ctx, row)
      },
      async afterDecide(ctx, row, action) {
        if (action === 'make') await carryOut(ctx, keys, row)
        if (action === 'cancelMake' && row.madeSealId) await revokeMade(ctx, row.madeSealId)
      },
    },
    reviewNotifier,
  )
  const hooks: EntityHooks<typeof sealPermit> = hook(sealPermit, {
    beforeSave,
    async beforeRemove(ctx, rows) {
      for (const { id } of rows) await requireState(ctx, permitStates, stateOf(id), 'remove')
    },
    around: (ctx, input, work, action) => (action === 'submit' ? run.submit(ctx, input, work) : work(ctx)),
  })
  return { handlers: run.handlers, hooks }
}

async function beforeSave(ctx: Ctx, row: Partial<PermitRow>, before: PermitRow | undefined): Promise<void> {
  const { deptUscc, validStart, validEnd } = { ...before, ...row }
  if (validStart && validEnd && validEnd < validStart) throw fault('validEnd', '有效期止不能早于有效期起')
  row.areaCode = (await findSchool(ctx, deptUscc ?? ''))?.areaCode ?? null
  const permitStatus = permitStates.states.draft.value
  if (before) await requireState(ctx, permitStates, stateOf(before.id), 'edit')
  else Object.assign(row, { permitNo: `SQ${nextId()}`, applicantName: ctx.user.name, permitStatus })
}

/** A draft may have gaps; what is handed in must name its mould, and the seal it is about. */
async function assertComplete(ctx: Ctx, row: PermitRow): Promise<void> {
  if (row.applyType !== NEW) await assertOriginal(ctx, row)
  if (row.applyType === CANCEL) return
  const mould = row.mouldId ? await findRow(sealMould, ctx, row.mouldId) : undefined
  if (!mould) throw fault('mouldId', '请选择印模')
  if (mould.deptUscc !== row.deptUscc) throw fault('mouldId', '所选的印模是别的单位的')
}

async function assertOriginal(ctx: Ctx, { sealId, deptUscc }: PermitRow): Promise<void> {
  const original = sealId ? await findRow(sealInfo, ctx, sealId) : undefined
  if (!original) throw fault('sealId', '请选择原印章')
  if (original.deptUscc !== deptUscc) throw fault('sealId', '原印章是别的单位的')
  if (!canDo(sealStates, 'revoke', original.sealState)) throw fault('sealId', '原印章已不在使用')
}

/** Makes the seal; what it takes the place of ends with it. A cancellation only ends one. */
async function carryOut(ctx: Ctx, keys: KeyProvider, permit: PermitRow): Promise<void> {
  const made = permit.applyType === CANCEL ? permit.sealId : await makeSealOf(ctx, keys, permit)
  if (permit.sealId && permit.applyType !== NEW) {
    const isGone = permit.applyType === CANCEL || permit.applyType === LOST
    await moveSeal(ctx, permit.sealId, isGone ? 'revoke' : 'supersede', `申请${permit.permitNo ?? ''}`)
  }
  await sql`update ${into(sealPermit)} set made_seal_id = ${made} where id = ${permit.id}`.execute(ctx.db)
}

/** A seal that should not have been made is revoked with its application. */
async function revokeMade(ctx: Ctx, sealId: string): Promise<void> {
  const made = await sealRow(ctx, sealId)
  if (made && canDo(sealStates, 'revoke', made.sealState)) await moveSeal(ctx, sealId, 'revoke', '取消制章')
}
