import { type ImportSheet, type StagedRow, importMend, importRows } from '@xueheng/contract/domains/exam/import.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination, Table, type TableColumnType } from 'antd'
import { useMemo, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ChooseBar } from './ChooseBar.tsx'
import { EditCell } from './EditCell.tsx'
import { FaultCards } from './FaultCards.tsx'
import { FaultFilter, type RowFilter } from './FaultFilter.tsx'
import { type Edits, countEdits, itemsOf, withEdit } from './edits.ts'
import type { Wizard } from './use-wizard.ts'
import type { Batch } from './wizard-steps.ts'

const PAGE_SIZE = 50

const FAULTY: RowFilter = { sheet: '', code: '', isAll: false, isLeft: false }

/** Which rows are looked at, and which of them are ticked. */
interface View {
  filter: RowFilter
  current: number
  chosen: number[]
}

/** The staged rows of one sheet with their faults in place; cells are typed over and saved together. */
export function FaultGrid({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  const isPhone = usePhone()
  const sheets = batch.files.flatMap((file) => file.sheets).filter((sheet) => !sheet.isIgnored && sheet.headerRow > 0)
  const [{ filter, current, chosen }, setView] = useState<View>({ filter: FAULTY, current: 1, chosen: [] })
  const [edits, setEdits] = useState<Edits>({})
  const setChosen = (rowIds: number[]) => setView({ filter, current, chosen: rowIds })
  const sheet = sheets.find((one) => `${one.fileNo}-${one.sheetNo}` === filter.sheet) ?? sheets[0]
  const rows = useRows(batch, sheet, filter, current)
  const records = (rows.data?.records ?? []).map(({ row }) => row)
  const edit = (rowId: number, column: number, text: string) => setEdits((old) => withEdit(old, rowId, column, text))
  const columns = useMemo(
    () => (sheet ? columnsOf(sheet, rows.data?.records ?? [], edits, edit, t) : []),
    [sheet, rows.data, edits, t],
  )
  if (!sheet) return null

  async function save(): Promise<void> {
    const isTaken = await wizard.act(() => callApi(importMend, { batchId: batch.batchId, items: itemsOf(edits) }))
    if (isTaken) setEdits({})
  }

  const count = countEdits(edits)
  return (
    <section className="imp-grid" aria-label={t('逐行结果')}>
      <FaultFilter
        batch={batch}
        value={{ ...filter, sheet: `${sheet.fileNo}-${sheet.sheetNo}` }}
        onChange={(next) => setView({ filter: next, current: 1, chosen: [] })}
      />
      <ChooseBar {...{ wizard, records, chosen }} isLeft={filter.isLeft} onDone={() => setChosen([])} />
      {records.length === 0 && !rows.isPending ? (
        <Nothing isBusy={wizard.isBusy} isAll={filter.isAll} />
      ) : isPhone ? (
        <FaultCards rows={records} sheet={sheet} edits={edits} chosen={chosen} onEdit={edit} onChoose={setChosen} />
      ) : (
        <Table<StagedRow>
          size="small"
          rowKey="rowId"
          columns={columns}
          dataSource={records}
          loading={rows.isPending}
          pagination={false}
          rowSelection={{ selectedRowKeys: chosen, onChange: (keys) => setChosen(keys.map(Number)), fixed: true }}
          scroll={{ x: 'max-content', y: 440 }}
        />
      )}
      <GridFoot
        {...{ current, count }}
        total={rows.data?.total ?? 0}
        isBusy={wizard.isBusy}
        onPage={(page) => setView({ filter, current: page, chosen: [] })}
        onDrop={() => setEdits({})}
        onSave={() => void save()}
      />
    </section>
  )
}

function Nothing({ isBusy, isAll }: { isBusy: boolean; isAll: boolean }) {
  const t = useT()
  if (isBusy) return <Empty title={t('正在校验，请稍候')} hint={t('校验完成后在这里显示结果')} />
  return <Empty title={t(isAll ? '没有行' : '没有问题')} hint={t('这里没有要改的内容')} />
}

interface GridFootProps {
  current: number
  total: number
  /** Cells typed over. */
  count: number
  isBusy: boolean
  onPage: (page: number) => void
  onDrop: () => void
  onSave: () => void
}

function GridFoot({ current, total, count, isBusy, onPage, onDrop, onSave }: GridFootProps) {
  const t = useT()
  return (
    <div className="imp-grid-foot">
      <Pagination
        size="small"
        current={current}
        pageSize={PAGE_SIZE}
        total={total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={onPage}
      />
      {count > 0 && (
        <div className="imp-savebar" role="status">
          <span>{t('改了 {n} 格，尚未保存', { n: count })}</span>
          <Button size="small" onClick={onDrop}>
            {t('放弃')}
          </Button>
          <Button size="small" type="primary" disabled={isBusy} onClick={onSave}>
            {t('保存并重新校验')}
          </Button>
        </div>
      )}
    </div>
  )
}

function useRows(batch: Batch, sheet: ImportSheet | undefined, filter: RowFilter, current: number) {
  const query = {
    batchId: batch.batchId,
    fileNo: sheet?.fileNo ?? 0,
    sheetNo: sheet?.sheetNo ?? 0,
    current,
    size: PAGE_SIZE,
    ...conditionOf(filter),
  }
  return useQuery({
    queryKey: ['exam', batch.examId, 'rows', query, batch.jobId, batch.status],
    queryFn: () => callApi(importRows, query),
    enabled: sheet !== undefined,
    placeholderData: keepPreviousData,
  })
}

function conditionOf({ code, isAll, isLeft }: RowFilter) {
  if (isLeft) return { level: 'left' }
  if (code) return { code }
  return isAll ? {} : { onlyFaulty: 1 }
}

const NARROWEST = 84
const WIDEST = 260

/** As wide as the longest text on the page: a Chinese letter takes two places. */
function widthOf(texts: string[]): number {
  const places = Math.max(...texts.map((text) => [...text].reduce((sum, letter) => sum + (letter > 'ÿ' ? 2 : 1), 0)))
  return Math.min(WIDEST, Math.max(NARROWEST, places * 8 + 34))
}

function columnsOf(
  sheet: ImportSheet,
  shown: { row: StagedRow }[],
  edits: Edits,
  onEdit: (rowId: number, column: number, text: string) => void,
  t: ReturnType<typeof useT>,
): TableColumnType<StagedRow>[] {
  const cells = sheet.titles.map((title, i): TableColumnType<StagedRow> => ({
    key: `c${i}`,
    title,
    width: widthOf([title, ...shown.map(({ row }) => row.cells[i] ?? '')]),
    render: (_none, row) => (
      <EditCell
        label={t('{title}，第 {row} 行', { title, row: row.rowNo })}
        text={edits[row.rowId]?.[i] ?? row.cells[i] ?? ''}
        isEdited={edits[row.rowId]?.[i] !== undefined}
        faults={row.faults.filter((fault) => fault.column === i)}
        onChange={(text) => onEdit(row.rowId, i, text)}
      />
    ),
  }))
  return [
    { key: 'no', title: t('行'), dataIndex: 'rowNo', width: 64, fixed: 'left' },
    {
      key: 'faults',
      title: t('问题'),
      width: 220,
      fixed: 'left',
      render: (_none, row) => (
        <ul className="imp-faults">
          {row.faults.map((fault, i) => (
            <li key={i} data-level={fault.level}>
              {fault.text}
            </li>
          ))}
        </ul>
      ),
    },
    ...cells,
  ]
}
