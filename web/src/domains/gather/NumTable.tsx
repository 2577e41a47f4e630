import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Segmented, Space, Table, type TableColumnsType } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { formatNumber } from '../../platform/i18n/format.ts'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { type Grain, type NumLine, type Numbers, type Place, type Reminded, leftOf, unitOf } from './numbers.ts'

/** Milliseconds after which the numbers of schools at work are asked for again. */
const REFRESH_MS = 30_000

interface NumTableProps {
  taskId: string
  numbers: Numbers
}

const NOWHERE: Place = { areaCode: undefined, schoolCode: undefined, gradeCode: undefined }
const SCHOOLS: Grain = { title: '学校' }

/** How far each unit of a collection is; a unit leads to the ones inside it. Place and view are in the address. */
export function NumTable({ taskId, numbers }: NumTableProps) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const get = (name: string) => search.get(name) ?? undefined
  const isLate = numbers.loadLate !== undefined && get('late') === '1'
  const place = isLate
    ? NOWHERE
    : { areaCode: get('areaCode'), schoolCode: get('schoolCode'), gradeCode: get('gradeCode') }
  const { title, key, up } = isLate ? SCHOOLS : numbers.grainOf(place)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [numbers.name, taskId, place, isLate],
    queryFn: () => (isLate ? numbers.loadLate?.(taskId) : undefined) ?? numbers.load(taskId, place),
    refetchInterval: REFRESH_MS,
  })
  const reminding = useReminding(numbers, taskId, isLate)
  const open = key && ((code: string) => setSearch({ [key]: code }))
  const left = (data ?? []).reduce((sum, line) => sum + leftOf(line), 0)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      {numbers.loadLate && (
        <Space wrap className="gather-back">
          <Views isLate={isLate} onChoose={(late) => setSearch({ late })} />
          {reminding && left > 0 && (
            <Button loading={reminding.isBusy} onClick={() => void reminding.run(place, undefined, left)}>
              {t('催办全部')}
            </Button>
          )}
        </Space>
      )}
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
        locale={{ emptyText: t(isLate ? '全部学校都交齐了' : numbers.none) }}
        columns={columnsOf(numbers, title, open, remindColumns(reminding, place))}
      />
    </>
  )
}

function Views({ isLate, onChoose }: { isLate: boolean; onChoose: (late: string | undefined) => void }) {
  const t = useT()
  return (
    <Segmented
      aria-label={t('显示')}
      value={isLate ? '1' : '0'}
      options={[
        { value: '0', label: t('全部进度') },
        { value: '1', label: t('没交齐的学校') },
      ]}
      onChange={(late) => onChoose(late === '1' ? late : undefined)}
    />
  )
}

function columnsOf(
  { columns }: Numbers,
  title: string,
  open: ((code: string) => void) | undefined,
  more: TableColumnsType<NumLine>,
): TableColumnsType<NumLine> {
  return [
    { title: t(title), render: (_, line) => <UnitName {...{ line }} onOpen={open} /> },
    ...columns.map(([name, label]) => ({
      dataIndex: name,
      title: t(label),
      align: 'right' as const,
      render: (num: number) => formatNumber(num),
    })),
    { title: t('完成率'), width: 160, render: (_, line) => <Share line={line} /> },
    ...more,
  ]
}

type Reminding = ReturnType<typeof useReminding>

/** Reminds one unit or all of a place; nothing where nobody may, or there is nothing to remind of. */
function useReminding(numbers: Numbers, taskId: string, isLate: boolean) {
  const can = useCan()
  const action = useAction(
    async (place: Place, line: NumLine | undefined, _left: number): Promise<Reminded> => {
      if (!numbers.remind) throw new Error('nobody is reminded here')
      if (!line) return numbers.remind(taskId, place)
      return numbers.remind(taskId, isLate ? { schoolCode: line.code } : unitOf(place, line.code))
    },
    {
      confirm: (_place, line, left) =>
        line
          ? t('{name}还有{n}人没有提交，确定催办?', { name: line.name, n: left })
          : t('还有{n}人没有提交，确定催办全部?', { n: left }),
      done: ({ studentNum, toldNum }) =>
        t('已催办：{n}名学生，{m}个学校账号；结果见家长消息', { n: studentNum, m: toldNum }),
    },
  )
  return numbers.remind && can('gatherweixinmsg_push') ? action : undefined
}

function remindColumns(reminding: Reminding, place: Place): TableColumnsType<NumLine> {
  if (!reminding) return []
  return [
    {
      title: t('还差'),
      align: 'right',
      render: (_, line) => formatNumber(leftOf(line)),
    },
    {
      title: t('操作'),
      render: (_, line) =>
        // Who is in no class is reminded with the grade.
        leftOf(line) > 0 &&
        line.code !== '' && (
          <Button
            size="small"
            type="link"
            disabled={reminding.isBusy}
            onClick={() => void reminding.run(place, line, leftOf(line))}
          >
            {t('催办')}
          </Button>
        ),
    },
  ]
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
