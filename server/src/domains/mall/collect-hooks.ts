import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import { collectReview } from '@xueheng/contract/domains/mall/collect-review.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { textOf } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { reviewNotifier } from '../notices/index.ts'
import { assertAward, countWorks, passesAtOnce, takeWork } from './activities.ts'
import { BIZ, postPoints } from './points.ts'
import { areaOf } from './units.ts'
import { into } from '../../platform/access/doors.ts'

type Work = EntityRow<typeof collectRecord.fields>

export const collectHooks: EntityHooks = hook(collectRecord, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOf(ctx, row.schoolCode ?? before?.schoolCode)
    if (!before && row.activityId) Object.assign(row, await takeWork(ctx, row))
    const whole = { ...before, ...row }
    if (!whole.activityTitle) throw fault('activityTitle', '请选择阅读活动，或填写活动名称')
    if (row.awardName && row.awardName !== before?.awardName) await assertAward(ctx, whole)
    if (!before) Object.assign(row, await begun(ctx, row))
    if (row.files !== undefined && !areLinks(row.files))
      throw fault('files', `作品文件最多${MOST_FILES}个，每个是一个网址`)
  },
  async afterSave(ctx, work, before) {
    if (before) return
    if (work.auditStatus === collectStates.states.passed.value) await reward(ctx, work)
    await countWorks(ctx, work.activityId)
  },
  async beforeRemove(ctx, works) {
    const voted = works.find(({ voteCount }) => (voteCount ?? 0) > 0)
    if (voted) throw refuse(`「${voted.title}」已有票数，不能删除`)
    const gone = works.map(({ id }) => id)
    for (const { activityId } of works) await countWorks(ctx, activityId, gone)
  },
  async afterRestore(ctx, works) {
    for (const { activityId } of works) await countWorks(ctx, activityId)
  },
  around: (ctx, input, work, action) => (action === 'submit' ? collectReviewRun.submit(ctx, input, work) : work(ctx)),
})

const MOST_FILES = 20
const LINK = /^(https?:\/)?\/[^\s\\]{1,500}$/

/** Addresses of this server or of the web, never such as run in the page that shows them. */
function areLinks(files: unknown): boolean {
  if (files === null) return true
  return Array.isArray(files) && files.length <= MOST_FILES && files.every((file) => LINK.test(textOf(file)))
}

/** How a work is judged: what has been rewarded stays passed, and a work that passes is paid for. */
export const collectReviewRun = runReview(
  collectReview,
  {
    async beforeDecide(_ctx, work, action) {
      if (action === 'refuse') assertRefusable(work)
    },
    async afterDecide(ctx, work, action) {
      if (action === 'pass') await reward(ctx, work)
      await countWorks(ctx, work.activityId)
    },
  },
  reviewNotifier,
)

/** A new work waits to be judged; where nobody judges, what is handed in has passed. */
async function begun(ctx: Ctx, { activityId, parentId, rewardPoint }: Partial<Work>): Promise<Partial<Work>> {
  const { waiting, passed } = collectStates.states
  const isPassed = Boolean(activityId) && (await passesAtOnce(ctx, activityId ?? ''))
  const isRewarded = isPassed && Boolean(parentId && rewardPoint)
  return { auditStatus: (isPassed ? passed : waiting).value, voteCount: 0, rewardStatus: isRewarded ? 1 : 0 }
}

function assertRefusable(work: Work): void {
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
