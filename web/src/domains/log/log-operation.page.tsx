import { type FieldChange, operation, operationLog } from '@xueheng/contract/domains/log/operation-log.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { findFacts } from '../../platform/declared/declared.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { formatTime } from '../../platform/i18n/format.ts'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { DONE } from './done-cells.ts'
import './operation-log.css'

/** Data by the name of its screen. */
const CELLS: OwnCells = {
  ...DONE,
  entity: { width: 140, draw: (value) => t(titleOf(String(value ?? ''))) },
}

function titleOf(entity: string): string {
  return findFacts(entity)?.title ?? entity
}

/** 操作日志: who changed what; each line opens as a comparison. */
export function Page() {
  const [opened, open] = useState<CrudRow>()
  return (
    <CrudPage entity={operationLog}>
      <ListToolbar />
      <ListRows onOpen={open} cells={CELLS} actions={[{ label: '对比', run: open }]} />
      {opened && <Comparison id={opened.id} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}

function Comparison({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const found = useQuery({ queryKey: ['operation', id], queryFn: () => callApi(operation.detail, { id }) })
  const line = found.data
  return (
    <AppModal
      open
      title={t('操作详情')}
      width={820}
      footer={<Button onClick={onClose}>{t('关闭')}</Button>}
      onCancel={onClose}
    >
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={5} />}
      {line && (
        <>
          <dl className="operation-facts">
            <Fact title={t('时间')} text={formatTime(line.createTime)} />
            <Fact title={t('操作人')} text={line.account} />
            <Fact title={t('操作内容')} text={t(String(line.title))} />
            <Fact title={t('数据')} text={[t(String(line.entityTitle)), line.rowId].filter(Boolean).join(' ')} />
            <Fact title={t('链上序号')} text={line.seq || t('待封存')} />
          </dl>
          <Changes changes={line.changes} />
        </>
      )}
    </AppModal>
  )
}

function Fact({ title, text }: { title: string; text: unknown }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{String(text ?? '') || '—'}</dd>
    </div>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  const t = useT()
  if (changes.length === 0) return <p className="operation-none">{t('没有字段改动')}</p>
  return (
    <table className="operation-changes">
      <thead>
        <tr>
          <th scope="col">{t('字段')}</th>
          <th scope="col">{t('改动前')}</th>
          <th scope="col">{t('改动后')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{t(change.label)}</th>
            <td>{change.before && <del>{change.before}</del>}</td>
            <td>{change.after && <ins>{change.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
