import { activityClose, activityPublish } from '@xueheng/contract/domains/mall/activity-calls.ts'
import { activityManage, activityStates } from '@xueheng/contract/domains/mall/activity-manage.ts'
import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../platform/error.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { isSameValue } from '../../platform/rows/same.ts'
import { requireState, stateRow, transition } from '../../platform/states.ts'
import { changeRow, lockRow, shown } from './change-row.ts'
import { assertKeeper } from './units.ts'

type Activity = EntityRow<typeof activityManage.fields>
type Work = EntityRow<typeof collectRecord.fields>

const WORKS = every(collectRecord, 'works of an activity are counted, whoever looks')
const state = (id: string) => stateRow(activityManage, id, 'activityStatus')

/** What works were handed in under stays. */
const RULES = [
  'activityType',
  'schoolCodes',
  'gradeNames',
  'startTime',
  'maxPerUser',
  'needAudit',
  'rewardPoint',
] as const

export const activityHooks: EntityHooks = hook(activityManage, {
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    if (!before) Object.assign(row, { activityStatus: activityStates.states.draft.value, workCount: 0, passedCount: 0 })
    else await requireState(ctx, activityStates, state(before.id), 'edit')
    const whole = { ...before, ...row }
    if ((whole.endTime ?? '') <= (whole.startTime ?? '')) throw fault('endTime', '结束时间须晚于开始时间')
    if (before) assertRules(whole, before, ctx.now)
  },
  async beforeRemove(ctx, rows) {
    assertKeeper(ctx)
    const used = rows.find(({ workCount }) => (workCount ?? 0) > 0)
    if (used) throw refuse(`「${used.title}」已收到作品，不能删除，可以结束`)
  },
  afterRestore: async (ctx) => assertKeeper(ctx),
})

function assertRules(whole: Partial<Activity>, before: Activity, now: Date): void {
  const isRunning = before.activityStatus === activityStates.states.published.value && before.startTime <= wallTime(now)
  const changed = isRunning && RULES.find((name) => !isSameValue(whole[name], before[name]))
  if (changed) throw fault(changed, '活动已开始，不能改类型、范围、件数和奖励')
}

/** What a new work of an activity must keep to, and what it takes from there. The activity is held: works are counted. */
export async function takeWork(ctx: Ctx, row: Partial<Work>): Promise<Partial<Work>> {
  const activity = await lockRow(ctx, activityManage, row.activityId ?? '')
  await requireState(ctx, activityStates, state(activity.id), 'collect')
  const now = wallTime(ctx.now)
  if (now < activity.startTime) throw conflict('活动还没有开始')
  if (now >= activity.endTime) throw conflict('活动已经截止，不再收作品')
  assertInvited(activity, row)
  await assertRoom(ctx, activity, row)
  return {
    activityTitle: activity.title,
    rewardPoint: activity.rewardPoint,
    submitTime: row.submitTime ?? now,
  }
}

function assertInvited({ schoolCodes, gradeNames }: Activity, { schoolCode, gradeName }: Partial<Work>): void {
  if (schoolCodes?.length && !schoolCodes.includes(schoolCode ?? '')) throw fault('schoolCode', '该学校不参加这个活动')
  const grades = listOf(gradeNames)
  if (grades.length > 0 && !grades.includes(gradeName ?? '')) throw fault('gradeName', '该年级不参加这个活动')
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(/[、，,]/)
    .map((one) => one.trim())
    .filter(Boolean)
}

/** A pupil is known by parent where there is one, else by name, school and class. Refused works leave room for others. */
async function assertRoom(ctx: Ctx, { id, maxPerUser }: Activity, work: Partial<Work>): Promise<void> {
  const who = work.parentId
    ? sql`parent_id = ${work.parentId} and student_name = ${work.studentName}`
    : sql`parent_id is null and student_name = ${work.studentName} and school_code = ${work.schoolCode}
        and coalesce(class_name, '') = ${work.className ?? ''}`
  const found = await sql<{ n: number }>`select count(*)::int as n from ${WORKS} w where activity_id = ${id}
    and is_deleted = 0 and audit_status <> ${collectStates.states.refused.value} and ${who}`.execute(ctx.db)
  const most = maxPerUser ?? 1
  if ((found.rows[0]?.n ?? 0) >= most) throw conflict(`每人最多提交${most}件作品`)
}

/** An award is one of those the activity gives. */
export async function assertAward(ctx: Ctx, work: Partial<Work>): Promise<void> {
  if (!work.activityId || !work.awardName) return
  const { awards } = await lockRow(ctx, activityManage, work.activityId)
  const given = listOf(awards)
  if (given.length > 0 && !given.includes(work.awardName)) throw fault('awardName', `奖项应为${given.join('、')}之一`)
}

/** Whether works of the activity pass without being judged. */
export async function passesAtOnce(ctx: Ctx, activityId: string): Promise<boolean> {
  return (await lockRow(ctx, activityManage, activityId)).needAudit === 0
}

/** Counts the works of an activity anew, from the works; `without` are about to go. */
export async function countWorks(ctx: Ctx, activityId: string | null, without: string[] = []): Promise<void> {
  if (!activityId) return
  await sql`update ${into(activityManage)} a set work_count = w.n, passed_count = w.passed
    from (select count(*) as n, count(*) filter (where audit_status = ${collectStates.states.passed.value}) as passed
      from ${WORKS} c where activity_id = ${activityId} and is_deleted = 0 and id <> all(${without}::bigint[])) w where a.id = ${activityId}`.execute(
    ctx.db,
  )
}

/** Publishes or ends an activity. */
export async function moveActivity(ctx: Ctx, id: string, step: 'publish' | 'close'): Promise<Activity> {
  assertKeeper(ctx)
  await findOrRefuse(activityManage, ctx, id)
  const activity = await lockRow(ctx, activityManage, id)
  await transition(ctx, activityStates, state(id), step)
  if (step === 'publish' && activity.endTime <= wallTime(ctx.now)) throw conflict('结束时间已过，请先修改结束时间')
  const title = activityStates.actions[step].title
  return shown(activityManage, await changeRow(ctx, activityManage, activity, {}, { name: step, title }))
}

export const activityHandlers: Implementation[] = [
  implement(activityPublish, (ctx, { id }) => moveActivity(ctx, id, 'publish')),
  implement(activityClose, (ctx, { id }) => moveActivity(ctx, id, 'close')),
]
