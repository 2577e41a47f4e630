import { type ImportSheet, type StagedRow, importRows } from '@xueheng/contract/domains/exam/import.ts'
import { type Query, type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callApi } from '../../../../platform/api/client.ts'
import type { GridMark, GridRow } from '../../../../platform/grid/columns.ts'
import type { Edits } from '../../../../platform/grid/edits.ts'
import type { Batch } from '../wizard-steps.ts'
import { type Shown, rowKey } from './faults.ts'

/** Rows asked for at once. */
const BLOCK = 200

export interface MendRow extends GridRow {
  staged: StagedRow
}

/** Which rows of which sheet, and the verdict they stand under. */
export interface RowSource {
  batch: Batch
  sheet: ImportSheet
  shown: Shown
  code: string
  verdict: string
}

interface Block {
  total: number
  rows: MendRow[]
}

/** The rows of one sheet, read block by block as they come into sight. */
export function useStagedRows(source: RowSource) {
  const client = useQueryClient()
  const [{ from, to }, setSight] = useState({ from: 0, to: 1 })
  const first = Math.floor(from / BLOCK)
  const numbers = [...new Set([0, ...Array.from({ length: Math.ceil(to / BLOCK) - first }, (_none, i) => first + i)])]
  const total = useQueries({
    queries: numbers.map((no) => ({ ...blockQuery(source, no), staleTime: Infinity })),
    // A block that arrives draws the grid anew; its rows are looked up where they are drawn.
    combine: (blocks) => ({
      count: blocks[0]?.data?.total,
      readAt: blocks.map(({ dataUpdatedAt }) => dataUpdatedAt),
      error: blocks.find(({ isLoadingError }) => isLoadingError)?.error,
    }),
  })
  return {
    rowCount: total.count ?? 0,
    isPending: total.count === undefined,
    error: total.error,
    retry: () => void client.refetchQueries({ queryKey: rowsKey(source.batch), type: 'active', predicate: hasFailed }),
    rowAt: (index: number) => readBlock(client, source, Math.floor(index / BLOCK))?.rows[index % BLOCK],
    readRows: (start: number, end: number) => fetchRows(client, source, start, end),
    onShow: useCallback((start: number, end: number) => setSight({ from: start, to: Math.max(1, end) }), []),
  }
}

export type StagedRows = ReturnType<typeof useStagedRows>

function rowsKey({ examId, batchId }: Batch) {
  return ['exam', examId, 'rows', batchId]
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error'
}

function blockQuery({ batch, sheet, shown, code, verdict }: RowSource, no: number) {
  const { fileNo, sheetNo } = sheet
  const condition = shown === 'left' ? { level: 'left' } : code ? { code } : shown === 'all' ? {} : { onlyFaulty: 1 }
  const query = { batchId: batch.batchId, fileNo, sheetNo, current: no + 1, size: BLOCK, ...condition }
  return {
    queryKey: [...rowsKey(batch), query, verdict],
    queryFn: async (): Promise<Block> => {
      const page = await callApi(importRows, query)
      return { total: page.total, rows: page.records.map(({ row }) => toMendRow(row)) }
    },
  }
}

function toMendRow(staged: StagedRow): MendRow {
  const { rowNo, cells, faults } = staged
  return { key: rowKey(staged), head: String(rowNo), cells, marks: marksOf(faults), staged }
}

/** What is said of each cell, the worst first; -1 is the row. */
function marksOf(faults: StagedRow['faults']): Record<number, GridMark> {
  const marks: Record<number, GridMark> = {}
  for (const { column, level, text } of faults) {
    if (level === 'left') continue
    const known = marks[column]
    marks[column] = known ? { level: known.level, text: `${known.text}；${text}` } : { level, text }
  }
  return marks
}

function readBlock(client: QueryClient, source: RowSource, no: number): Block | undefined {
  return client.getQueryData<Block>(blockQuery(source, no).queryKey)
}

async function fetchRows(client: QueryClient, source: RowSource, from: number, to: number): Promise<MendRow[]> {
  const first = Math.floor(from / BLOCK)
  const rows: MendRow[] = []
  for (let no = first; no * BLOCK < to; no += 1) {
    const block = await client.fetchQuery({ ...blockQuery(source, no), staleTime: Infinity })
    rows.push(...block.rows)
  }
  return rows.slice(from - first * BLOCK, to - first * BLOCK)
}

/** Where a row stands among all rows of its sheet, which follow each other without a gap. */
export async function findRow(client: QueryClient, source: RowSource, rowId: number): Promise<number> {
  const [first] = await fetchRows(client, { ...source, shown: 'all', code: '' }, 0, 1)
  return Math.max(0, rowId - (first?.staged.rowId ?? rowId))
}

/** Saved texts take their place in the rows that were read, until those are read again. */
export function showSaved(client: QueryClient, batch: Batch, cells: Edits['cells']): void {
  client.setQueriesData<Block>(
    { queryKey: rowsKey(batch) },
    (block) => block && { ...block, rows: block.rows.map((row) => withTexts(row, cells[row.key])) },
  )
}

function withTexts(row: MendRow, edits: Edits['cells'][string] | undefined): MendRow {
  if (!edits) return row
  const texts = [...row.cells]
  for (const [column, { to }] of Object.entries(edits)) texts[Number(column)] = to
  return { ...row, cells: Array.from(texts, (text) => text ?? '') }
}
