import { batchStates } from '@xueheng/contract/domains/mp/batch-states.ts'
import { batchCancel, batchResume } from '@xueheng/contract/domains/mp/msg-template.ts'
import { batchList, logSync, templateBatch, templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Table, Tag } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, get } from '../../platform/api/client.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import type { Page as Paged } from '@xueheng/contract/kit/page.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { formatNumber, formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { JobLine } from './JobLine.tsx'
import { MpPage } from './MpPage.tsx'

type Batch = Row<typeof batchList.fields>

const numberOf = (value: number) => formatNumber(value)

/** 模板消息日志: what was sent to many, and what became of it for each of them. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const view = search.get('view') === 'people' ? 'people' : 'batches'
  return (
    <MpPage title={templateMsgLog.title}>
      <div className="mp-toolbar">
        <Segmented
          value={view}
          options={[
            { value: 'batches', label: t('群发批次') },
            { value: 'people', label: t('每人结果') },
          ]}
          onChange={(next) => setSearch({ view: next, batchId: undefined })}
        />
      </div>
      {view === 'batches' ? (
        <Batches onOpen={(batchId) => setSearch({ view: 'people', batchId })} />
      ) : (
        <People batchId={search.get('batchId') ?? undefined} />
      )}
    </MpPage>
  )
}

function People({ batchId }: { batchId: string | undefined }) {
  const t = useT()
  const can = useCan()
  const settling = useAction(() => callApi(logSync), {
    changes: [templateMsgLog],
    done: (answer) => t('已整理{n}条', { n: answer?.count ?? 0 }),
  })
  return (
    <CrudPage entity={templateMsgLog} where={batchId ? { batchId } : undefined} prefix="l.">
      <ListToolbar>
        {can('templatemsglog_edit') && (
          <Button loading={settling.isBusy} onClick={() => void settling.run()}>
            {t('整理')}
          </Button>
        )}
      </ListToolbar>
      <ListRows />
    </CrudPage>
  )
}

const SIZE = 20

function Batches({ onOpen }: { onOpen: (batchId: string) => void }) {
  const t = useT()
  const [current, turn] = useState(1)
  const [jobId, setJobId] = useState<string>()
  const key = ['crud', templateBatch.name, current]
  const found = useQuery({ queryKey: key, queryFn: () => get<Paged<Batch>>(batchList.path, { current, size: SIZE }) })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={6} />
  return (
    <>
      <JobLine jobId={jobId} onEnd={() => void found.refetch()} />
      <Table<Batch>
        rowKey="id"
        size="middle"
        scroll={{ x: 900 }}
        dataSource={found.data.records}
        pagination={{ current, pageSize: SIZE, total: found.data.total, hideOnSinglePage: true, onChange: turn }}
        locale={{ emptyText: <Empty title={t('暂无数据')} hint={t('在消息模板中群发后，这里可以看到结果')} /> }}
        columns={[
          { title: t('模板'), dataIndex: 'templateName', fixed: 'left', width: 160 },
          { title: t('状态'), dataIndex: 'batchStatus', width: 110, render: (_value, row) => <State row={row} /> },
          { title: t('人数'), dataIndex: 'total', align: 'right', width: 80, render: numberOf },
          { title: t('待发'), dataIndex: 'queued', align: 'right', width: 80, render: numberOf },
          { title: t('已提交'), dataIndex: 'accepted', align: 'right', width: 80, render: numberOf },
          { title: t('已送达'), dataIndex: 'delivered', align: 'right', width: 80, render: numberOf },
          { title: t('未成功'), dataIndex: 'failed', align: 'right', width: 80, render: numberOf },
          { title: t('结果不明'), dataIndex: 'unknown', align: 'right', width: 90, render: numberOf },
          { title: t('时间'), dataIndex: 'createTime', width: 160, render: (time: string) => formatTime(time) },
          {
            title: t('操作'),
            key: 'act',
            width: 200,
            render: (_none, row) => <BatchActions row={row} onOpen={onOpen} onResumed={setJobId} />,
          },
        ]}
      />
    </>
  )
}

function State({ row }: { row: Batch }) {
  const t = useT()
  const state = Object.values(batchStates.states).find(({ value }) => value === row.batchStatus)
  const isStopped = row.batchStatus === batchStates.states.stopped.value
  return (
    <span title={row.stopReason ? t(row.stopReason) : undefined}>
      <Tag color={isStopped ? 'warning' : undefined}>{t(state?.title ?? '')}</Tag>
      {isStopped && row.stopReason && <small className="mp-note">{t(row.stopReason)}</small>}
    </span>
  )
}

interface BatchActionsProps {
  row: Batch
  onOpen: (batchId: string) => void
  onResumed: (jobId: string | undefined) => void
}

function BatchActions({ row, onOpen, onResumed }: BatchActionsProps) {
  const t = useT()
  const can = useCan()
  const id = String(row.id)
  const resuming = useAction(() => callApi(batchResume, { id }), {
    changes: [templateBatch],
    onDone: (answer) => onResumed(answer?.jobId),
  })
  const cancelling = useAction(() => callApi(batchCancel, { id }), {
    confirm: { text: t('还没发的将不再发送，确定终止?'), isDanger: true },
    changes: [templateBatch],
  })
  const isStopped = row.batchStatus === batchStates.states.stopped.value
  const isOpen = isStopped || row.batchStatus === batchStates.states.sending.value
  return (
    <>
      <Button type="link" size="small" onClick={() => onOpen(id)}>
        {t('每人结果')}
      </Button>
      {can('msgtemplate_send') && isStopped && (
        <Button type="link" size="small" loading={resuming.isBusy} onClick={() => void resuming.run()}>
          {t('继续')}
        </Button>
      )}
      {can('msgtemplate_send') && isOpen && (
        <Button type="link" size="small" danger onClick={() => void cancelling.run()}>
          {t('终止')}
        </Button>
      )}
    </>
  )
}
