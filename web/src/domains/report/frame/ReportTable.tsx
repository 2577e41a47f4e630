import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { Table, type TableColumnType, type TableColumnsType } from 'antd'
import { useMemo, useRef } from 'react'
import { onRowKey } from '../../../platform/crud/row-keys.ts'
import { stretch } from '../../../platform/crud/stretch.ts'
import { textWidth } from '../../../platform/crud/text-width.ts'
import { useSize } from '../../../platform/crud/use-size.ts'
import { useLanguage, useT } from '../../../platform/i18n/i18n.ts'
import { leavesOf, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import { FigureButton, canAsk } from '../figure/FigureButton.tsx'
import type { Figure } from '../figure/figure-asked.ts'
import { figureProps, onRowRight } from '../figure/figure-keys.ts'
import { type ReportRow, depthOf, isNumeric, sortRows, titleOf, widthOf } from './header-tree.ts'
import { cellText, isFew, nameOfTotal, reportCell, step, stepClass } from './report-cell.tsx'

interface ReportTableProps {
  report: AnyReport
  answer: ReportAnswer
  /** `key` or `-key`. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Opens the report one level below a row; nothing when there is none. */
  onDrill: ((row: ReportRow) => void) | undefined
  /** Asks where a figure comes from; without it figures are only read. */
  onAsk?: (figure: Figure) => void
}

const VIRTUAL_ABOVE = 30
const ROW = 37
const LOWEST = 200

export function ReportTable({ report, answer, sort, onSort, onDrill, onAsk }: ReportTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const key = sort?.replace(/^-/, '')
  const rows = useMemo(
    () => sortRows(answer.records, key, sort !== key).map((row, at) => ({ ...row, rowKey: String(at) })),
    [answer.records, key, sort],
  )
  const language = useLanguage()
  const headers = useMemo(() => withFixedFirst(answer.headers), [answer])
  const widths = useMemo(
    () => columnWidths(headers, width, answer.records),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- titles are as wide as their language makes them
    [answer, width, language],
  )
  const leaves = leavesOf(headers)
  const columns = useColumns({ report, headers, widths, answer, sort, onDrill, onAsk })
  const headHeight = depthOf(headers) * ROW
  const below = headHeight + answer.totals.length * ROW

  return (
    <div
      ref={box}
      className="report-table"
      role="presentation"
      onKeyDown={(event) => {
        onRowRight(event)
        onRowKey(event, { open: (at) => drillAt(rows, at, onDrill), toggle: () => undefined })
      }}
    >
      <Table<ReportRow>
        rowKey="rowKey"
        size="small"
        bordered={headers.some((header) => header.children)}
        columns={columns}
        dataSource={rows}
        virtual={rows.length > VIRTUAL_ABOVE}
        scroll={{
          x: leaves.reduce((sum, leaf) => sum + (widths.get(leaf.key) ?? 0), 0),
          y: Math.max(LOWEST, height - below - 2),
        }}
        pagination={false}
        onRow={(row, at) => ({ tabIndex: at === 0 ? 0 : -1, className: isFew(row) ? 'is-few' : '' })}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          const name = String(one?.columnKey ?? '')
          onSort(one?.order ? (one.order === 'descend' ? `-${name}` : name) : undefined)
        }}
        summary={() => totalRows(leaves, answer.totals, onAsk)}
      />
    </div>
  )
}

function drillAt(rows: ReportRow[], at: string, onDrill: ((row: ReportRow) => void) | undefined): void {
  const row = rows[Number(at)]
  if (row) onDrill?.(row)
}

/** Rows over everything compared stay in sight above the units. The table wants the element itself, no component. */
function totalRows(leaves: Header[], totals: ReportRow[], onAsk: ReportTableProps['onAsk']) {
  if (totals.length === 0) return null
  return (
    <Table.Summary fixed="top">
      {totals.map((row, line) => (
        <Table.Summary.Row key={line} className="report-total">
          {leaves.map((leaf, at) => (
            <Table.Summary.Cell key={leaf.key} index={at} align={isNumeric(leaf) ? 'right' : 'left'}>
              {onAsk && canAsk(leaf, row) ? (
                <FigureButton header={leaf} row={row} onAsk={onAsk} />
              ) : (
                <span className="report-figure">
                  {leaf.key === nameless(leaves, row) ? nameOfTotal(row) : cellText(leaf, row)}
                </span>
              )}
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      ))}
    </Table.Summary>
  )
}

/** The column in sight that has to name a total row because none of its own does. */
function nameless(leaves: Header[], row: ReportRow): string | undefined {
  const names = leaves.filter((leaf) => leaf.fixed && !isNumeric(leaf))
  return names.some((leaf) => cellText(leaf, row) !== '') ? undefined : names[0]?.key
}

/** The widths columns are drawn in, by key. */
function columnWidths(headers: Header[], available: number, rows: ReportRow[]): ReadonlyMap<string, number> {
  const leaves = leavesOf(headers)
  const widths = stretch(
    leaves.map((leaf) => (isNumeric(leaf) ? widthOf(leaf) : Math.max(widthOf(leaf), widest(leaf, rows)))),
    leaves.map((leaf) => (isNumeric(leaf) ? 'any' : 'text')),
    available,
  )
  return new Map(leaves.map((leaf, at) => [leaf.key, widths[at] ?? 0]))
}

const PADDING = 20
const WIDEST = 220

/** Names are as long as they are; the longest are cut. */
function widest(leaf: Header, rows: ReportRow[]): number {
  return Math.min(WIDEST, PADDING + Math.max(0, ...rows.map((row) => textWidth(cellText(leaf, row)))))
}

interface ColumnInput {
  report: AnyReport
  headers: Header[]
  widths: ReadonlyMap<string, number>
  answer: ReportAnswer
  sort: string | undefined
  onDrill: ((row: ReportRow) => void) | undefined
  onAsk: ReportTableProps['onAsk']
}

function useColumns(input: ColumnInput): TableColumnsType<ReportRow> {
  const t = useT()
  const { report, headers, widths, answer, sort, onDrill, onAsk } = input
  return useMemo(() => {
    const unit = unitColumn(report, headers)
    const make = (header: Header): TableColumnsType<ReportRow>[number] =>
      header.children
        ? { key: header.key, title: t(header.title), align: 'center', children: header.children.map(make) }
        : leafColumn(t, header, input, header.key === unit)
    return headers.map(make)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `input` is made anew each time; its parts are compared
  }, [t, report, headers, widths, answer.totals, sort, onDrill, onAsk])
}

/** The column whose value opens the next level: the finest unit named by a row. */
export function unitColumn(report: AnyReport, headers: Header[]): string | undefined {
  if (!report.drill) return undefined
  const texts = leavesOf(headers).filter((leaf) => !isNumeric(leaf))
  const names = {
    all: 'courseName',
    area: 'areaName',
    school: 'schoolName',
    class: 'className',
    student: 'studentName',
  }
  return (texts.find((leaf) => leaf.key === names[report.grain]) ?? texts[0])?.key
}

function leafColumn(
  t: (text: string) => string,
  header: Header,
  { widths, answer, sort, onDrill, onAsk }: ColumnInput,
  isUnit: boolean,
): TableColumnType<ReportRow> {
  const [total] = answer.totals
  return {
    key: header.key,
    dataIndex: [header.key],
    title: titleOf(t, header),
    width: widths.get(header.key) ?? 0,
    align: isNumeric(header) ? 'right' : 'left',
    ...(header.fixed && { fixed: 'start' as const }),
    ...(header.sortable && {
      sorter: true,
      showSorterTooltip: false,
      sortOrder: sort === header.key ? ('ascend' as const) : sort === `-${header.key}` ? ('descend' as const) : null,
    }),
    ellipsis: !isNumeric(header),
    className: isNumeric(header) ? 'report-figure' : '',
    onCell: (row: ReportRow) => ({
      ...(header.highlight && { className: stepClass(step(header, row, total)) }),
      ...(onAsk && canAsk(header, row) && figureProps(() => onAsk({ header, row }))),
    }),
    render: (_value, row) =>
      isUnit && onDrill ? (
        <button type="button" className="crud-link" onClick={() => onDrill(row)}>
          {cellText(header, row)}
        </button>
      ) : (
        reportCell(header, row)
      ),
  }
}
