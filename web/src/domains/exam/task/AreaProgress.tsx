import { Button, Table, Tag } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { type AreaLine, countColumns } from './progress-columns.tsx'
import { type TaskChoice, useAreaProgress } from './use-task-progress.ts'

interface AreaProgressProps {
  task: TaskChoice
  onOpen: (areaCode: string) => void
}

/** The areas of a task: reported of expected, and how many schools are late; an area leads to its schools. */
export function AreaProgress({ task, onOpen }: AreaProgressProps) {
  const t = useT()
  const { data, error, isPending, refetch } = useAreaProgress(task.id)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table<AreaLine>
      size="small"
      rowKey="areaCode"
      loading={isPending}
      dataSource={data ?? []}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('没有要上报的学校') }}
      columns={[
        {
          title: t('县区'),
          render: (_, { areaCode, areaName }) => (
            <Button type="link" size="small" onClick={() => onOpen(areaCode)}>
              {areaName}
            </Button>
          ),
        },
        { dataIndex: 'schoolNum', title: t('学校数'), align: 'right' },
        { dataIndex: 'lateNum', title: t('逾期学校'), align: 'right', render: (num: number) => <Late num={num} /> },
        ...countColumns<AreaLine>(t, task),
      ]}
    />
  )
}

function Late({ num }: { num: number }) {
  return num > 0 ? <Tag color="error">{num}</Tag> : num
}
