import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { ProgressTask } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { ReactNode } from 'react'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

const STATES = Object.fromEntries(Object.entries(TASK_STATE).map(([name, value]) => [value, name]))

const WORDS: Record<keyof typeof TASK_STATE, string> = {
  waiting: '待执行',
  running: '执行中',
  done: '成功',
  failed: '失败',
  skipped: '无变化',
  stale: '已过期',
}

export const TYPE_WORDS: Record<string, string> = {
  IMPORT: '导入',
  CHECK: '校验',
  ARCHIVE: '归档',
  LEVEL: '等级赋分',
  CALC: '计算',
  QUOTA: '指标',
  FRONTN: '前N名',
  LINE: '分数线',
  QUESTION: '小题',
  PACKAGE: '生成报表',
}

interface PlanTaskProps {
  task: ProgressTask
  /** Names of the tasks it waits for. */
  needs: string[]
  /** Whether the exam wants it, where that can be chosen. */
  choice?: ReactNode
  action: ReactNode
}

export function PlanTask({ task, needs, choice, action }: PlanTaskProps) {
  const t = useT()
  const state = (STATES[task.taskState] ?? 'waiting') as keyof typeof TASK_STATE
  const detail = [
    task.taskTypes === 'IMPORT' && task.doneNum > 0 && t('{n} 条', { n: formatNumber(task.doneNum) }),
    task.costMs > 0 && durationOf(task.costMs),
    task.endTime && formatMoment(task.endTime),
  ].filter(Boolean)
  return (
    <li className={`is-${state}`} data-task={task.taskCode}>
      <i aria-hidden="true" />
      <div>
        <b>{t(task.taskName)}</b>
        <small>
          {needs.length > 0
            ? t('依赖：{needs}', { needs: needs.map((name) => t(name)).join('、') })
            : t(TYPE_WORDS[task.taskTypes] ?? task.taskTypes)}
        </small>
        {choice}
        {task.message && <small className="exam-problem">{task.message}</small>}
      </div>
      <span className="exam-plan-facts">{detail.join(' · ')}</span>
      <span className="exam-plan-state">{t(task.isChosen === 1 ? WORDS[state] : '未选择')}</span>
      <span className="exam-plan-action">{action}</span>
    </li>
  )
}

/** 0.3 s, 12 s, 2 min 5 s. */
function durationOf(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
