import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { findRow, textOf, where } from '../../platform/rows/read.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { actionTo, stateRow, transition, wantedState } from '../../platform/states.ts'
import { BIZ, postPoints } from './points.ts'
import { areaOf } from './units.ts'
import { every, into, visible } from '../../platform/access/doors.ts'

type Work = EntityRow<typeof collectRecord.fields>

export const collectHooks: EntityHooks = hook(collectRecord, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOf(ctx, row.schoolCode ?? before?.schoolCode)
    if (!before) Object.assign(row, { auditStatus: collectStates.states.waiting.value, voteCount: 0, rewardStatus: 0 })
    if (row.parentId && row.parentId !== before?.parentId) await assertParent(ctx, row.parentId)
    if (row.files !== undefined && !areLinks(row.files))
      throw fault('files', `作品文件最多${MOST_FILES}个，每个是一个网址`)
  },
  async around(ctx, input, work, action) {
    const wanted = action === 'submit' ? wantedState(collectStates, '审核状态', input['auditStatus']) : undefined
    const result = await work(ctx)
    if (wanted === undefined) return result
    const id = textOf((result as { id: unknown }).id)
    await audit(ctx, id, wanted, textOf(input['auditReason']).trim())
    return maskRows(collectRecord.fields, [(await findRow(collectRecord, ctx, id)) ?? {}])[0]
  },
})

/** Points go to parents of the caller's units only. */
async function assertParent(ctx: Ctx, id: string): Promise<void> {
  const found = await sql`select 1 from ${visible(ctx, userParentInfo)} p where p.id::text = ${id}`.execute(ctx.db)
  if (found.rows.length === 0) throw fault('parentId', '家长不存在')
}

const MOST_FILES = 20
const LINK = /^(https?:\/)?\/[^\s\\]{1,500}$/

/** Addresses of this server or of the web, never such as run in the page that shows them. */
function areLinks(files: unknown): boolean {
  if (files === null) return true
  return Array.isArray(files) && files.length <= MOST_FILES && files.every((file) => LINK.test(textOf(file)))
}

/** A body that names another state asks for the step that leads there. What has been rewarded stays passed. */
async function audit(ctx: Ctx, id: string, wanted: number, reason: string): Promise<void> {
  const work = (await findRow(collectRecord, ctx, id)) as unknown as Work | undefined
  if (!work) throw new AppError('row.notFound')
  const now = work.auditStatus ?? 0
  if (wanted === now) return
  assertMay(ctx, 'collectrecord_edit')
  const action = actionTo(collectStates, now, wanted)
  if (action === 'refuse') assertRefusable(work, reason)
  await transition(ctx, collectStates, stateRow(collectRecord, id, 'auditStatus'), action)
  const by = action === 'resubmit' ? sql`null, null` : sql`${ctx.user.name}, date_trunc('second', localtimestamp)`
  await sql`update ${into(collectRecord)} set audit_reason = ${action === 'refuse' ? reason : null},
      (audit_user, audit_time) = row(${by}) where id = ${id}`.execute(ctx.db)
  if (action === 'pass') await reward(ctx, work)
  const { title } = collectStates.actions[action]
  await logOperation(ctx, `collectrecord.${action}`, `征集结果${title}`, {
    entity: collectRecord.name,
    rowId: id,
    before: { auditStatus: now },
    after: { auditStatus: wanted, ...(reason && { reason }) },
  })
}

function assertRefusable(work: Work, reason: string): void {
  const hasReason = [...reason].length >= 2
  if (!hasReason) throw fault('auditReason', '请填写驳回原因')
  if (work.auditStatus !== collectStates.states.passed.value) return
  if (work.awardName) throw refuse('作品已有奖项，不能驳回')
  if (work.rewardStatus === 1) throw refuse('奖励积分已发放，不能驳回')
}

/** Once, however often the work passes. */
async function reward(ctx: Ctx, work: Work): Promise<void> {
  if (!work.parentId || !work.rewardPoint) return
  const { parentId, rewardPoint: point } = work
  await postPoints(ctx, { parentId, point, bizType: BIZ.activityWork, bizId: work.id, title: `作品「${work.title}」` })
  await sql`update ${into(collectRecord)} set reward_status = 1 where id = ${work.id}`.execute(ctx.db)
}
