import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { type FaultCount, importRows, type StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import type { Batch } from './wizard-steps.ts'

const PAGE_SIZE = 10
/** Columns that tell whom a row is about. */
const WHO = ['studentNumber', 'studentName', 'schoolText', 'classText']

/** One rule that warns: how often, and row by row of whom and what. */
export function WarningRows({ batch, count }: { batch: Batch; count: FaultCount }) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const { code } = count
  const query = { batchId: batch.batchId, level: 'warning', code, current, size: PAGE_SIZE }
  const rows = useQuery({
    queryKey: ['exam', batch.examId, 'rows', query, batch.jobId, batch.status],
    queryFn: () => callApi(importRows, query),
    placeholderData: keepPreviousData,
  })
  const title = t(CHECK_RULES[code as CheckCode]?.title ?? code)
  return (
    <li>
      <b>{formatNumber(count.num)}</b>
      <span>{title}</span>
      <ul className="imp-warned" aria-label={title} aria-busy={rows.isPending}>
        {(rows.data?.records ?? []).map(({ row }) => (
          <li key={row.rowId}>
            <small>{placeOf(batch, row, t)}</small>
            <span>{whoIn(batch, row)}</span>
            <em>{row.faults.flatMap((fault) => (fault.code === code ? [fault.text] : [])).join('；')}</em>
          </li>
        ))}
      </ul>
      {rows.error && <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />}
      <Pagination
        size="small"
        current={current}
        pageSize={PAGE_SIZE}
        total={rows.data?.total ?? 0}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setCurrent}
      />
    </li>
  )
}

function sheetOf(batch: Batch, { fileNo, sheetNo }: StagedRow) {
  const file = batch.files.find((one) => one.fileNo === fileNo)
  return { file, sheet: file?.sheets.find((one) => one.sheetNo === sheetNo) }
}

function placeOf(batch: Batch, row: StagedRow, t: ReturnType<typeof useT>): string {
  const { file, sheet } = sheetOf(batch, row)
  return `${file?.fileName ?? ''} › ${sheet?.name ?? ''} ${t('第 {n} 行', { n: row.rowNo })}`
}

function whoIn(batch: Batch, row: StagedRow): string {
  const targets = sheetOf(batch, row).sheet?.targets ?? []
  return WHO.flatMap((target) => row.cells[targets.indexOf(target)] || []).join(' ')
}
