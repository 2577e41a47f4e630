import { type ConflictKind, SIDE, decideConflicts, listConflicts } from '@xueheng/contract/domains/wecom/conflict.ts'
import { wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { wecomDeptAdmin } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Space, Table } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { KINDS } from './kinds.ts'

type Conflict = NonNullable<Output<typeof listConflicts>>[number]

/** Rows both sides changed, each with its two sides, and which of them counts. */
export function ConflictsDialog({ corpId, onClose }: { corpId: string; onClose: () => void }) {
  const t = useT()
  const can = useCan()('wecomcorp_decide')
  const { data, error, refetch } = useQuery({
    queryKey: ['wecom-conflicts', corpId],
    queryFn: () => callApi(listConflicts, { id: corpId }),
    gcTime: 0,
  })
  const { run, isBusy } = useAction(
    (side: number, rowId: string) => callApi(decideConflicts, { id: corpId, side, rowId }),
    {
      confirm: (side, rowId) =>
        side === SIDE.ours
          ? t(rowId ? '以本地的为准，待推送到企业微信，确定?' : '全部以本地的为准，待推送到企业微信，确定?')
          : t(rowId ? '以平台的为准，覆盖本地改过的，确定?' : '全部以平台的为准，覆盖本地改过的，确定?'),
      done: '已决定',
      changes: [wecomDept, wecomDeptAdmin, wecomStudent, wecomParent],
      onDone: () => refetch(),
    },
  )
  const rows = data ?? []
  const decide = (side: number, rowId = '') => void run(side, rowId)
  return (
    <AppModal
      open
      width={820}
      title={t('两边都改过的数据')}
      onCancel={onClose}
      footer={
        can && rows.length > 0 ? (
          <>
            <Button disabled={isBusy} onClick={() => decide(SIDE.ours)}>
              {t('全部以本地的为准')}
            </Button>
            <Button disabled={isBusy} onClick={() => decide(SIDE.theirs)}>
              {t('全部以平台的为准')}
            </Button>
          </>
        ) : null
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ConflictTable rows={rows} decide={can ? decide : undefined} isBusy={isBusy} />
      ) : (
        <Skeleton rows={3} />
      )}
    </AppModal>
  )
}

interface ConflictTableProps {
  rows: Conflict[]
  /** Nothing for those who only look. */
  decide: ((side: number, rowId: string) => void) | undefined
  isBusy: boolean
}

function ConflictTable({ rows, decide, isBusy }: ConflictTableProps) {
  const t = useT()
  return (
    <Table<Conflict>
      size="small"
      rowKey="rowId"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('没有两边都改过的数据') }}
      columns={[
        { title: t('类别'), dataIndex: 'kind', render: (kind: ConflictKind) => t(KINDS[kind]) },
        { title: t('名称'), dataIndex: 'name' },
        { title: t('本地'), dataIndex: 'sides', render: (_sides, row) => <Values row={row} side="ours" /> },
        { title: t('平台'), dataIndex: 'isGone', render: (_gone, row) => <Values row={row} side="theirs" /> },
        ...(decide
          ? [
              {
                title: t('操作'),
                dataIndex: 'rowId',
                render: (rowId: string) => (
                  <Space>
                    <Button type="link" size="small" disabled={isBusy} onClick={() => decide(SIDE.ours, rowId)}>
                      {t('用本地的')}
                    </Button>
                    <Button type="link" size="small" disabled={isBusy} onClick={() => decide(SIDE.theirs, rowId)}>
                      {t('用平台的')}
                    </Button>
                  </Space>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Values({ row, side }: { row: Conflict; side: 'ours' | 'theirs' }) {
  const t = useT()
  if (row.isGone === 1) return t(side === 'theirs' ? '平台已删除' : '保留')
  return row.sides.map((one) => (
    <div key={one.label}>
      {t(one.label)}: {one[side] || '—'}
    </div>
  ))
}
