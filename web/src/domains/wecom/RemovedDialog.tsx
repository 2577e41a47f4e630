import type { ConflictKind } from '@xueheng/contract/domains/wecom/conflict.ts'
import { eraseRemoved, listRemoved } from '@xueheng/contract/domains/wecom/erase.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Input, Table, Typography } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/row.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { readJobs } from '../../platform/jobs/jobs.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { useTicks } from '../../platform/ui/ticks.ts'
import { KINDS } from './kinds.ts'

type Removed = NonNullable<Output<typeof listRemoved>>[number]

/** Rows removed here that the platform still has: those picked are erased there, once the name of the corp is typed. */
export function RemovedDialog({ corp, onClose }: { corp: CrudRow; onClose: () => void }) {
  const t = useT()
  const [ids, pick] = useState<string[]>([])
  const [typed, type] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['wecom-removed', corp.id],
    queryFn: () => callApi(listRemoved, { id: corp.id }),
    gcTime: 0,
  })
  const { run, isBusy } = useAction(
    async () => {
      await callApi(eraseRemoved, { id: corp.id, ids: ids.join(), corpName: typed })
      await readJobs()
    },
    { done: '已开始删除，进度见任务中心', onDone: onClose },
  )
  const name = String(corp['corpName'])
  const isReady = ids.length > 0 && typed.trim() === name
  return (
    <AppModal
      open
      width={720}
      title={t('从企业微信删除')}
      onCancel={onClose}
      footer={
        <Button danger type="primary" disabled={!isReady} loading={isBusy} onClick={() => void run()}>
          {ids.length > 0 ? t('从企业微信删除{num}条', { num: ids.length }) : t('从企业微信删除')}
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Flex vertical gap="middle">
          <RemovedTable rows={data} ids={ids} pick={pick} />
          {data.length > 0 && (
            <label>
              <Typography.Paragraph>{t('删除后不能恢复。请输入企业名称“{name}”：', { name })}</Typography.Paragraph>
              <Input value={typed} onChange={({ target }) => type(target.value)} aria-label={t('企业名称')} />
            </label>
          )}
        </Flex>
      ) : (
        <Skeleton rows={3} />
      )}
    </AppModal>
  )
}

interface RemovedTableProps {
  rows: Removed[]
  ids: string[]
  pick: (ids: string[]) => void
}

function RemovedTable({ rows, ids, pick }: RemovedTableProps) {
  const t = useT()
  const ticks = useTicks(rows, ({ name }) => name)
  return (
    <Table<Removed>
      size="small"
      rowKey="rowId"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content', y: 320 }}
      locale={{ emptyText: t('本地删除的数据，企业微信里也没有了') }}
      rowSelection={{ selectedRowKeys: ids, onChange: (keys) => pick(keys.map(String)), ...ticks }}
      columns={[
        { title: t('类别'), dataIndex: 'kind', render: (kind: ConflictKind) => t(KINDS[kind]) },
        { title: t('名称'), dataIndex: 'name' },
        { title: t('说明'), dataIndex: 'text', render: (text: string) => t(text) },
      ]}
    />
  )
}
