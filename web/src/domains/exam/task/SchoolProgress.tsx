import { TASK_TYPE } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { Button, Table, Tag } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { type SchoolLine, countColumns } from './progress-columns.tsx'
import { type TaskChoice, useSchoolProgress } from './use-task-progress.ts'

interface SchoolProgressProps {
  task: TaskChoice
  areaCode: string
  onBack: () => void
}

/** The schools of an area: who has reported how many, who is late, and who was reminded. */
export function SchoolProgress({ task, areaCode, onBack }: SchoolProgressProps) {
  const t = useT()
  const { data, error, isPending, refetch } = useSchoolProgress(task.id, areaCode)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Button className="exam-task-back" size="small" onClick={onBack}>
        {t('返回各县区')}
      </Button>
      <Table<SchoolLine>
        size="small"
        rowKey="schoolCode"
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('没有要上报的学校') }}
        columns={[
          { dataIndex: 'schoolName', title: t('学校') },
          { title: t('状态'), render: (_, line) => <SchoolState {...{ line, task }} /> },
          ...countColumns<SchoolLine>(t, task),
          { title: t('催报'), render: (_, line) => <Reminders line={line} /> },
        ]}
      />
    </>
  )
}

/** Late, nothing yet, under way, or confirmed to the last; of a task for markers also that nobody is pulled. */
function SchoolState({ line, task }: { line: SchoolLine; task: TaskChoice }) {
  const t = useT()
  const { isLate, isDone, planNum, submitNum, teacherNum } = line
  if (task.taskType === TASK_TYPE.marking && planNum === 0) return <Tag>{t('未抽调')}</Tag>
  if (isLate === 1) return <Tag color="error">{t('逾期')}</Tag>
  if (isDone === 1) return <Tag color="success">{t('已确认')}</Tag>
  if (submitNum === 0 && teacherNum === 0) return <Tag>{t('未上报')}</Tag>
  return <Tag color="processing">{t('上报中')}</Tag>
}

function Reminders({ line: { remindNum, remindTime } }: { line: SchoolLine }) {
  const t = useT()
  return remindTime ? t('{num}次，最近{time}', { num: remindNum, time: remindTime }) : '—'
}
