import { type Asked, gatherTask, isAskedFor } from '@xueheng/contract/domains/gather/gather-task.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { loadChoices } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './gather.css'

const MOST_TASKS = 200

export type GatherTask = EntityRow<typeof gatherTask.fields>

interface TaskChoiceProps {
  /** Collections of these alone. */
  asked: Asked
  /** What the address says of the task before: it goes with it. */
  forget: string[]
  children: (taskId: string, task: GatherTask) => ReactNode
}

/** A screen about one collection that is chosen on it, the newest at first; which one is in the address. */
export function TaskChoice({ asked, forget, children }: TaskChoiceProps) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const { data, error, refetch } = useQuery({
    queryKey: ['crud', gatherTask.name, 'choices'],
    queryFn: () => loadChoices(gatherTask, MOST_TASKS),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  const tasks = data.filter(({ taskType }) => isAskedFor(asked, taskType))
  const task = tasks.find(({ id }) => id === search.get('taskId')) ?? tasks[0]
  if (!task) return <Empty title={t('还没有采集任务')} />
  const gone = Object.fromEntries(forget.map((name) => [name, undefined]))
  return (
    <>
      <Select
        className="gather-choice"
        aria-label={t('采集任务')}
        value={task.id}
        onChange={(taskId) => setSearch({ ...gone, taskId })}
        options={tasks.map(({ id, taskName }) => ({ value: id, label: taskName }))}
      />
      {children(task.id, task)}
    </>
  )
}
