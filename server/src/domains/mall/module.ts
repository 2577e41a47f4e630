import {
  integralAdjust,
  integralRecord,
  integralRecordPage,
  userParentInfo,
} from '@xueheng/contract/domains/mall/parent.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { studentAssess } from '@xueheng/contract/domains/mall/student-assess.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { findRow } from '../../platform/rows/read.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, fault } from '../../platform/error.ts'
import { type Module, defineModule, hook, implement } from '../../platform/module.ts'
import { activityHandlers, activityHooks } from './activities.ts'
import { type FeedbackDeps, answerHandlers, answerHooks } from './answers.ts'
import { assessLevel } from './assess-level.ts'
import { mallAccess } from './class-rows.ts'
import { collectHooks, collectReviewRun } from './collect-hooks.ts'
import { commentHooks, commentRun } from './comments.ts'
import { imageHandlers } from './image-upload.ts'
import { orderHandlers } from './order/handlers.ts'
import { orderHooks } from './order/new-order.ts'
import { type OutsideGuard, outsideHooks } from './outside.ts'
import { refundRun } from './refund/decide.ts'
import { type RefundDeps, refundHandlers } from './refund/handlers.ts'
import { refundHooks } from './refund/new-refund.ts'
import { parentHooks } from './parents.ts'
import { BIZ, postPoints } from './points.ts'
import { questionHandlers, questionHooks } from './questions.ts'
import { shopHandlers, shopHooks } from './shop.ts'
import { studentHooks } from './students.ts'
import { areaOf } from './units.ts'
import { voteHandlers, voteHooks } from './votes.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { listOf } from '../../platform/rows/list.ts'

const assessHooks = hook(studentAssess, {
  async beforeSave(ctx, row, before) {
    const whole = { ...before, ...row }
    row.areaCode = await areaOf(ctx, whole.schoolCode)
    if (Number(whole.score) > Number(whole.fullScore)) throw fault('score', '得分不能大于满分')
    if ((whole.correctCount ?? 0) > (whole.questionCount ?? 0)) throw fault('correctCount', '答对题数不能大于题数')
    row.assessLevel = assessLevel(String(whole.score), String(whole.fullScore))
  },
})

/** A parent of the caller's units; a foreign one answers like a missing one. */
async function findParent(ctx: Ctx, id: string): Promise<EntityRow<typeof userParentInfo.fields>> {
  const row = await findRow(userParentInfo, ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

const MALL_HOOKS = [
  parentHooks,
  collectHooks,
  assessHooks,
  ...shopHooks,
  questionHooks,
  orderHooks,
  refundHooks,
  commentHooks,
  studentHooks,
  activityHooks,
  voteHooks,
  answerHooks,
]

export type MallDeps = RefundDeps & OutsideGuard & FeedbackDeps

/** Shop, orders and refunds, parents with their points, collected works and reading assessments. */
export function mallModule(deps: MallDeps): Module {
  return defineModule({
    name: 'mall',
    access: mallAccess,
    handlers: [
      ...collectReviewRun.handlers,
      ...shopHandlers,
      ...questionHandlers,
      ...orderHandlers,
      ...refundRun.handlers,
      ...refundHandlers(deps),
      ...commentRun.handlers,
      ...activityHandlers,
      ...voteHandlers,
      ...answerHandlers(deps),
      ...imageHandlers,
      implement(integralRecordPage, async (ctx, { parentId, query }) => {
        const row = await findParent(ctx, parentId)
        const [parent] = maskRows(userParentInfo.fields, [row])
        const records = sql`(select * from ${visible(ctx, integralRecord)} r where parent_id = ${row.id})`
        const page = await listOf(ctx, integralRecordPage, query, records)
        return { ...page, parent, balance: row.integralBalance ?? 0 }
      }),
      implement(integralAdjust, async (ctx, { parentId, point, description, requestId }) => {
        const parent = await findParent(ctx, parentId)
        const posting = {
          parentId: parent.id,
          bizType: BIZ.adjust,
          bizId: requestId,
          point,
          title: '管理员调整',
          description,
        }
        const { record, isNew } = await postPoints(ctx, posting)
        if (!isNew) return record
        await logOperation(ctx, 'userparentinfo.adjustIntegral', '调整积分', {
          entity: userParentInfo.name,
          rowId: parent.id,
          before: { integralBalance: record.balanceBefore },
          after: { integralBalance: record.balanceAfter, point, description },
        })
        return record
      }),
    ],
    hooks: [...MALL_HOOKS, outsideHooks(deps)],
  })
}
