import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import type { PlacedFault } from '@xueheng/contract/domains/exam/import-mend.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { useGridEdits } from '../../../../platform/grid/use-grid-edits.ts'
import type { GridPlace } from '../../../../platform/grid/use-grid-place.ts'
import type { Batch } from '../wizard-steps.ts'
import { type FaultFilter, faultyRows, matching, sheetKey, sheetsOf } from './faults.ts'
import { useFaults, useVerdict } from './use-faults.ts'
import { type RowSource, findRow } from './use-staged-rows.ts'

/** A sheet with the name of its file. */
export interface ShownSheet {
  fileName: string
  sheet: ImportSheet
}

interface Look {
  filter: FaultFilter
  /** The sheet in the grid. */
  sheet: string
  at: GridPlace
  /** The fault that was gone to, until the keys go elsewhere: a cell may have several. */
  opened?: PlacedFault
}

const START: GridPlace = { row: 0, column: 0, isQuiet: true }

/** What is looked at while a batch is mended: the faults of all its files, one sheet in the grid, and one cell of it. */
export function useMending(batch: Batch) {
  const t = useT()
  const client = useQueryClient()
  const verdict = useVerdict(batch)
  const found = useFaults(batch, verdict)
  const edits = useGridEdits(`import ${batch.batchId}`)
  const sheets = useMemo(() => sheetsOf(batch), [batch])
  const [look, setLook] = useState<Look>({ filter: { sheet: '', code: '', shown: 'faulty' }, sheet: '', at: START })
  const { filter, at, opened } = look
  const faults = useMemo(() => matching(found.faults, filter), [found.faults, filter])
  const [first] = faults
  const sheetNow = look.sheet || filter.sheet || (first && sheetKey(first))
  const shown = sheets.find(({ sheet }) => sheetKey(sheet) === sheetNow) ?? sheets[0]
  const index = useMemo(
    () => new Map(sheets.map(({ fileName, sheet }) => [sheetKey(sheet), { fileName, sheet }])),
    [sheets],
  )

  const sheetAt = (fault: PlacedFault) => index.get(sheetKey(fault))?.sheet

  async function open(fault: PlacedFault): Promise<void> {
    const sheet = sheetAt(fault)
    if (!sheet) return
    const source: RowSource = { batch, sheet, shown: 'all', code: '', verdict }
    const row =
      filter.shown === 'all'
        ? await findRow(client, source, fault.rowId)
        : faultyRows(found.faults, sheetKey(fault), filter.code).indexOf(fault.rowId)
    const next = filter.shown === 'left' ? { ...filter, shown: 'faulty' as const } : filter
    setLook({ filter: next, sheet: sheetKey(fault), at: { row, column: Math.max(0, fault.column) }, opened: fault })
  }

  return {
    ...found,
    faults,
    all: found.faults,
    verdict,
    edits,
    sheets,
    filter,
    at,
    opened,
    /** The sheet in the grid. */
    shown,
    /** What the column of a fault fills, and what it is called. */
    targetOf: (fault: PlacedFault): string => sheetAt(fault)?.targets[fault.column] ?? '',
    titleOf: (fault: PlacedFault): string => sheetAt(fault)?.titles[fault.column] ?? t('整行'),
    placeOf(fault: PlacedFault): string {
      const one = index.get(sheetKey(fault))
      return one ? `${one.fileName} › ${one.sheet.name}` : ''
    },
    choose: (next: FaultFilter) => setLook({ filter: next, sheet: next.sheet, at: START }),
    move: (next: GridPlace) => setLook({ filter, sheet: shown ? sheetKey(shown.sheet) : '', at: next }),
    open,
  }
}

export type Mending = ReturnType<typeof useMending>
