import { recycleKinds, recycleList } from '@xueheng/contract/domains/ops/recycle.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { UndoOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, post } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './recycle.css'

const SIZE = 20

type Kind = Output<typeof recycleKinds>[number]

/** 回收站: on the left what kinds of rows were removed, on the right those of the chosen kind. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const found = useQuery({
    queryKey: ['recycle', 'kinds'],
    queryFn: () => callApi(recycleKinds),
  })
  const kinds = found.data ?? []
  const chosen = kinds.find((kind) => kind.entity === search.get('kind')) ?? kinds[0]

  return (
    <PageFrame
      title={t('回收站')}
      hint={chosen && t('删除的数据保留{days}天，到期后彻底清除', { days: chosen.retainDays })}
    >
      {found.isPending && <Skeleton />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && !chosen && <Empty title={t('回收站是空的')} hint={t('被删除的数据会先到这里')} />}
      {chosen && (
        <div className="recycle">
          <nav aria-label={t('数据')}>
            {kinds.map((kind) => (
              <button
                key={kind.entity}
                type="button"
                aria-current={kind === chosen}
                onClick={() => setSearch({ kind: kind.entity, current: undefined })}
              >
                {t(kind.title)}
                <small>{kind.count}</small>
              </button>
            ))}
          </nav>
          <Removed
            kind={chosen}
            current={Number(search.get('current') ?? 1)}
            onTurn={(current) => setSearch({ current: String(current) })}
          />
        </div>
      )}
    </PageFrame>
  )
}

interface RemovedProps {
  kind: Kind
  current: number
  onTurn: (current: number) => void
}

function Removed({ kind, current, onTurn }: RemovedProps) {
  const t = useT()
  const { entity } = kind
  const found = useQuery({
    queryKey: ['recycle', entity, current],
    queryFn: () => callApi(recycleList, { entity, current, size: SIZE }),
  })
  const restoring = useAction(({ id }: RemovedRow) => post(`${kind.path}/restore`, { query: { ids: id } }), {
    confirm: ({ label }) => `${t('确定恢复这条数据?')} ${label}`,
    done: '恢复成功',
    changes: [['recycle'], { name: entity }],
  })
  if (found.isPending) return <Skeleton />
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />

  return (
    <section aria-label={t(kind.title)}>
      <Rows rows={found.data.records} onRestore={(row) => void restoring.run(row)} />
      {found.data.total > SIZE && (
        <Pagination
          size="small"
          current={current}
          pageSize={SIZE}
          total={found.data.total}
          showSizeChanger={false}
          onChange={onTurn}
        />
      )}
    </section>
  )
}

type RemovedRow = Output<typeof recycleList>['records'][number]

function Rows({ rows, onRestore }: { rows: RemovedRow[]; onRestore: (row: RemovedRow) => void }) {
  const t = useT()
  return (
    <table className="recycle-rows">
      <thead>
        <tr>
          <th scope="col">{t('名称')}</th>
          <th scope="col">{t('删除人')}</th>
          <th scope="col">{t('删除时间')}</th>
          <th scope="col">{t('彻底清除时间')}</th>
          <th scope="col">{t('操作')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.label || row.id}</th>
            <td data-title={t('删除人')}>{row.deletedBy || '—'}</td>
            <td data-title={t('删除时间')}>{formatTime(row.deletedTime)}</td>
            <td data-title={t('彻底清除时间')}>{formatTime(row.purgeTime)}</td>
            <td>
              <Button type="link" size="small" icon={<UndoOutlined />} onClick={() => onRestore(row)}>
                {t('恢复')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
