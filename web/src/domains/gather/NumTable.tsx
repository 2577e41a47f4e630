import { Button, Progress, Table } from 'antd'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { type NumLine, type Place, grainOf, useNumbers } from './use-numbers.ts'

interface NumTableProps {
  taskId: string
  place: Place
  onOpen: ((code: string) => void) | undefined
  onBack: (() => void) | undefined
}

const COUNTS = [
  ['planNum', '应采人数'],
  ['filledNum', '已填人数'],
  ['gatherNum', '已提交'],
  ['auditNum', '审核通过'],
  ['collateNum', '已校对'],
  ['rejectNum', '被驳回'],
] as const

/** How far each unit is; a unit leads to the ones inside it. */
export function NumTable({ taskId, place, onOpen, onBack }: NumTableProps) {
  const t = useT()
  const { data, error, isPending, refetch } = useNumbers(taskId, place)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      {onBack && (
        <Button className="gather-back" size="small" onClick={onBack}>
          {t('返回上一级')}
        </Button>
      )}
      <Table<NumLine>
        size="small"
        rowKey="code"
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('没有要采集的学生') }}
        columns={[
          { title: t(grainOf(place).title), render: (_, line) => <UnitName {...{ line, onOpen }} /> },
          ...COUNTS.map(([name, title]) => ({
            dataIndex: name,
            title: t(title),
            align: 'right' as const,
            render: (num: number) => formatNumber(num),
          })),
          { title: t('完成率'), width: 160, render: (_, line) => <Share line={line} /> },
        ]}
      />
    </>
  )
}

function UnitName({ line: { code, name }, onOpen }: { line: NumLine; onOpen: NumTableProps['onOpen'] }) {
  if (!onOpen) return name
  return (
    <Button type="link" size="small" onClick={() => onOpen(code)}>
      {name}
    </Button>
  )
}

function Share({ line: { percent } }: { line: NumLine }) {
  const t = useT()
  return percent === null ? '—' : <Progress percent={percent} size="small" aria-label={t('采集进度')} />
}
