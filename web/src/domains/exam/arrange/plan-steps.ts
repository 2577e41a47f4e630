import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import type { Translate } from '../../../platform/i18n/i18n.ts'
import type { Plan, PlanAction } from './use-arrange.ts'

const { states } = arrangeStates

export const STEPS = [
  { key: 'students', title: '考生', from: states.taken.value },
  { key: 'rooms', title: '考场', from: states.rooms.value },
  { key: 'seats', title: '座位', from: states.seated.value },
  { key: 'numbers', title: '考号', from: states.numbered.value },
  { key: 'lock', title: '锁定与发布', from: states.locked.value },
] as const

export type StepKey = (typeof STEPS)[number]['key']

export function statusOf({ arrangeStatus }: Plan): number {
  return arrangeStatus ?? 0
}

export function isAllowed(plan: Plan, action: PlanAction): boolean {
  return canDo(arrangeStates, action, statusOf(plan))
}

/** Steps that are done, the one to be taken, and those that wait. */
export function standingOf(plan: Plan, key: StepKey): 'done' | 'now' | 'later' {
  const now = STEPS.find(({ from }) => statusOf(plan) < from)
  const step = STEPS.find((one) => one.key === key)
  if (now?.key === key) return 'now'
  return step && statusOf(plan) >= step.from ? 'done' : 'later'
}

/** The look of a step's first button: it stands out in the step to be taken. */
export function typeOf(plan: Plan, key: StepKey): 'primary' | 'default' {
  return standingOf(plan, key) === 'now' ? 'primary' : 'default'
}

/** What stands of a step, in a few words. */
export function factOf(t: Translate, plan: Plan, key: StepKey, roomNum: number): string {
  if (key === 'students') return t('{num}名考生', { num: formatNumber(plan.studentNum ?? 0) })
  if (key === 'rooms') return t('{num}个考场', { num: formatNumber(roomNum) })
  if (key === 'seats') return seatFact(t, plan)
  if (key === 'numbers')
    return statusOf(plan) >= states.numbered.value
      ? t('已编号')
      : t('模板 {template}', { template: plan.codeTemplate ?? '—' })
  return statusOf(plan) >= states.published.value
    ? t('已发布')
    : statusOf(plan) >= states.locked.value
      ? t('已锁定')
      : t('未锁定')
}

function seatFact(t: Translate, plan: Plan): string {
  if (statusOf(plan) < states.seated.value) return t('未排座')
  const seed = t('种子 {seed}', { seed: plan.seed ?? '—' })
  return plan.conflictNum ? `${t('{num}人有冲突', { num: plan.conflictNum })} · ${seed}` : `${t('没有冲突')} · ${seed}`
}

/** Asked before a step that clears what was made after it; nothing to ask where nothing was. */
export function lossOf(plan: Plan, key: StepKey): string | undefined {
  const status = statusOf(plan)
  if (status >= states.numbered.value && key !== 'numbers') return '已排的座位和考号将清除，确定继续?'
  if (status >= states.seated.value && key !== 'numbers') return '已排的座位将清除，确定继续?'
  return status >= states.numbered.value ? '已编的考号将重新编排，确定继续?' : undefined
}
