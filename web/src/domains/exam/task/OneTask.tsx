import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type TaskChoice, useTasks } from './use-task-progress.ts'
import './task.css'

interface OneTaskProps {
  /** What the address says of the task before: it goes with it. */
  forget?: string[]
  /** Beside the choice of the task. */
  actions?: (task: TaskChoice) => ReactNode
  children: (task: TaskChoice) => ReactNode
}

/** A screen about one exam task that is chosen on it, the newest at first; which one is in the address. */
export function OneTask({ forget = [], actions, children }: OneTaskProps) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const tasks = useTasks()
  if (tasks.error) return <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
  if (!tasks.data) return <Skeleton rows={8} />
  const records = tasks.data
  const task = records.find(({ id }) => id === search.get('taskId')) ?? records[0]
  if (!task) return <Empty title={t('还没有考务任务')} />
  const gone = Object.fromEntries(forget.map((name) => [name, undefined]))
  return (
    <>
      <div className="exam-task-bar">
        <Select
          className="exam-task-choice"
          aria-label={t('考务任务')}
          value={task.id}
          onChange={(id) => setSearch({ ...gone, taskId: id })}
          options={records.map(({ id, taskName }) => ({ value: id, label: taskName }))}
        />
        {actions?.(task)}
      </div>
      {children(task)}
    </>
  )
}
