import type { progressInArea, progressInSchool } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button, Progress, Table, type TableColumnsType, Tag } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { useAreaProgress, useSchoolProgress } from './use-task-progress.ts'

type AreaLine = Output<typeof progressInArea>[number]
type SchoolLine = Output<typeof progressInSchool>[number]

/** The areas of a task: reported of expected, and how many schools are late; an area leads to its schools. */
export function AreaProgress({ taskId, onOpen }: { taskId: string; onOpen: (areaCode: string) => void }) {
  const t = useT()
  const { data, error, isPending, refetch } = useAreaProgress(taskId)
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
        ...numberColumns<AreaLine>(t),
      ]}
    />
  )
}

interface SchoolProgressProps {
  taskId: string
  areaCode: string
  onBack: () => void
}

/** The schools of an area: who has reported how many, and who is late. */
export function SchoolProgress({ taskId, areaCode, onBack }: SchoolProgressProps) {
  const t = useT()
  const { data, error, isPending, refetch } = useSchoolProgress(taskId, areaCode)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Button size="small" onClick={onBack}>
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
          { title: t('状态'), render: (_, line) => <SchoolState line={line} /> },
          ...numberColumns<SchoolLine>(t),
        ]}
      />
    </>
  )
}

function numberColumns<L extends AreaLine | SchoolLine>(t: Translate): TableColumnsType<L> {
  const count = (dataIndex: 'planNum' | 'submitNum' | 'auditNum' | 'teacherNum', title: string) => ({
    dataIndex,
    title,
    align: 'right' as const,
    render: (num: number) => formatNumber(num),
  })
  return [
    count('planNum', t('应报')),
    count('submitNum', t('已报')),
    count('auditNum', t('已确认')),
    {
      dataIndex: 'percent',
      title: t('完成率'),
      width: 160,
      render: (percent: number | null) =>
        percent === null ? '—' : <Progress percent={percent} size="small" aria-label={t('上报进度')} />,
    },
    count('teacherNum', t('已报教师')),
    { dataIndex: 'lastTime', title: t('最近上报'), render: (time: string | null) => time ?? '—' },
  ]
}

function Late({ num }: { num: number }) {
  return num > 0 ? <Tag color="error">{num}</Tag> : num
}

/** Late, nothing yet, under way, or confirmed to the last. */
function SchoolState({ line: { isLate, submitNum, auditNum, planNum } }: { line: SchoolLine }) {
  const t = useT()
  if (isLate === 1) return <Tag color="error">{t('逾期')}</Tag>
  if (submitNum === 0) return <Tag>{t('未上报')}</Tag>
  if (auditNum < planNum) return <Tag color="processing">{t('上报中')}</Tag>
  return <Tag color="success">{t('已确认')}</Tag>
}
