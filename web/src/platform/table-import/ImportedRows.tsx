import type { ImportedRow } from '@xueheng/contract/platform/table-import.ts'
import { Switch } from 'antd'
import { type CSSProperties, useMemo, useState } from 'react'
import { type GridColumn, type GridMark, type GridRow, widthOf } from '../grid/columns.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import { SaveBar } from '../grid/SaveBar.tsx'
import type { GridPlace } from '../grid/use-grid-place.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { type Look, type Verdict, isFaulty } from './use-look.ts'

/** Rows are ticked to be left out, by their number. */
interface Leaving {
  rows: number[]
  onChange: (rows: number[]) => void
}

interface ImportedRowsProps {
  look: Look
  verdict: Verdict
  leaving?: Leaving
}

/** Texts looked at for the width of a column. */
const SAMPLE = 60

/** The rows as they were read, with what is wrong with them; cells are typed over in place, and looked through again. */
export function ImportedRows({ look, verdict, leaving }: ImportedRowsProps) {
  const t = useT()
  const { rows, total } = verdict
  const { edits } = look
  const [isFaultyOnly, setFaultyOnly] = useState(true)
  const hasFaulty = rows.some(isFaulty)
  const shown = useMemo(
    () => gridRows(isFaultyOnly && hasFaulty ? rows.filter(isFaulty) : rows, verdict, t),
    [rows, verdict, isFaultyOnly, hasFaulty, t],
  )
  const [at, setAt] = useState(() => firstFault(shown))
  const columns = useMemo(() => gridColumns(verdict, shown, t), [verdict, shown, t])
  const label = t('逐行结果')
  return (
    <>
      {hasFaulty && (
        <label className="table-import-only">
          <Switch size="small" checked={isFaultyOnly} onChange={setFaultyOnly} />
          {t('只看有错误的行')}
        </label>
      )}
      {rows.length < total && (
        <p className="table-import-passed">
          {t('只显示 {shown} 行，有错误的在前；全部见带错误说明的工作簿', { shown: formatNumber(rows.length) })}
        </p>
      )}
      <div className="table-import-rows" style={{ '--table-import-rows': shown.length } as CSSProperties}>
        <DataGrid<GridRow>
          label={label}
          columns={columns}
          rowCount={shown.length}
          rowAt={(index) => shown[index]}
          readRows={async (from, to) => shown.slice(from, to)}
          edits={edits}
          at={at}
          onMove={setAt}
          optionsOf={(_row, column) => verdict.columns[column - 1]?.options ?? NONE}
          {...(leaving && ticksOf(leaving, t('不导入')))}
        />
      </div>
      <SaveBar
        edits={edits}
        saveText={t('保存并重新检查')}
        isBusy={look.isChecking}
        onSave={() => void look.mend(verdict)}
      />
    </>
  )
}

const NONE: readonly string[] = []

/** The keys begin where something is to be mended. */
function firstFault([first]: GridRow[]): GridPlace {
  const [column = 1] = Object.keys(first?.marks ?? {}).map(Number)
  return { row: 0, column: Math.max(1, column), isQuiet: true }
}

function ticksOf({ rows, onChange }: Leaving, tickTitle: string) {
  return {
    tickTitle,
    ticked: new Set(rows.map(String)),
    onTick(ticked: GridRow[], isOn: boolean): void {
      const numbers = new Set(ticked.map(({ key }) => Number(key)))
      const others = rows.filter((rowNo) => !numbers.has(rowNo))
      onChange(isOn ? [...others, ...numbers].toSorted((one, other) => one - other) : others)
    },
    onUntickAll: () => onChange([]),
  }
}

/** What is said of a row stands in its first cell, the cells of the workbook follow. */
function gridRows(rows: ImportedRow[], { columns }: Verdict, t: ReturnType<typeof useT>): GridRow[] {
  return rows.map((row) => {
    const said = isFaulty(row) ? Object.values(row.faults).map((fault) => t(fault)) : [t(stateOf(row))]
    return {
      key: String(row.rowNo),
      head: String(row.rowNo),
      cells: [said.join('；'), ...columns.map(({ key }) => row.values[key] ?? '')],
      marks: marksOf(row, columns),
    }
  })
}

/** Faults of what has no column stand with what is said of the row. */
function marksOf({ faults }: ImportedRow, columns: Verdict['columns']): Record<number, GridMark> {
  const marks = Object.entries(faults).map(([field, text]): [number, GridMark] => [
    columns.findIndex(({ key }) => key === field) + 1,
    { level: 'error', text },
  ])
  return Object.fromEntries(marks)
}

function gridColumns({ columns }: Verdict, rows: GridRow[], t: ReturnType<typeof useT>): GridColumn[] {
  const texts = (column: number) => rows.slice(0, SAMPLE).map(({ cells }) => cells[column] ?? '')
  const state = { key: ' ', title: t('结果'), width: widthOf(texts(0)), isReadOnly: true }
  const cells = columns.map(({ key, title }, i) => ({
    key,
    title: t(title),
    width: widthOf([t(title), ...texts(i + 1)]),
  }))
  return [state, ...cells]
}

function stateOf(row: ImportedRow): string {
  if (row.isSame) return '未变'
  return row.isKnown ? '变更' : '新增'
}
