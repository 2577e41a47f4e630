import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Table } from 'antd'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import type { NumLine, Numbers, Place } from './numbers.ts'

/** Milliseconds after which the numbers of schools at work are asked for again. */
const REFRESH_MS = 30_000

/** How far each unit of a collection is; a unit leads to the ones inside it. The place is in the address. */
export function NumTable({ taskId, numbers }: { taskId: string; numbers: Numbers }) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const get = (name: keyof Place) => search.get(name) ?? undefined
  const place: Place = { areaCode: get('areaCode'), schoolCode: get('schoolCode'), gradeCode: get('gradeCode') }
  const { title, key, up } = numbers.grainOf(place)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [numbers.name, taskId, place],
    queryFn: () => numbers.load(taskId, place),
    refetchInterval: REFRESH_MS,
  })
  const open = key && ((code: string) => setSearch({ [key]: code }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      {up && (
        <Button className="gather-back" size="small" onClick={() => setSearch({ [up]: undefined })}>
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
        locale={{ emptyText: t(numbers.none) }}
        columns={[
          { title: t(title), render: (_, line) => <UnitName {...{ line }} onOpen={open} /> },
          ...numbers.columns.map(([name, label]) => ({
            dataIndex: name,
            title: t(label),
            align: 'right' as const,
            render: (num: number) => formatNumber(num),
          })),
          { title: t('完成率'), width: 160, render: (_, line) => <Share line={line} /> },
        ]}
      />
    </>
  )
}

function UnitName({ line: { code, name }, onOpen }: { line: NumLine; onOpen: ((code: string) => void) | undefined }) {
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
