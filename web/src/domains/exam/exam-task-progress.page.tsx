import { Select } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { AreaProgress, SchoolProgress } from './task/TaskProgress.tsx'
import { useTasks } from './task/use-task-progress.ts'
import './desk/css/progress.css'

/** 考务任务进度: areas of a task, and the schools of one; task and area are in the address. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const tasks = useTasks()
  const taskId = search.get('taskId') ?? tasks.data?.records[0]?.id
  const areaCode = search.get('areaCode') ?? undefined
  return (
    <PageFrame title={t('考务任务进度')}>
      <div className="exam-progress-bar">
        <Select
          className="report-exam"
          aria-label={t('考务任务')}
          placeholder={t('请选择考务任务')}
          value={taskId}
          onChange={(id) => setSearch({ taskId: id, areaCode: undefined })}
          options={(tasks.data?.records ?? []).map(({ id, taskName }) => ({ value: id, label: taskName }))}
        />
      </div>
      {tasks.error && <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />}
      {tasks.data?.records.length === 0 && <Empty title={t('还没有考务任务')} />}
      {taskId && !areaCode && <AreaProgress taskId={taskId} onOpen={(code) => setSearch({ areaCode: code })} />}
      {taskId && areaCode && (
        <SchoolProgress taskId={taskId} areaCode={areaCode} onBack={() => setSearch({ areaCode: undefined })} />
      )}
    </PageFrame>
  )
}
