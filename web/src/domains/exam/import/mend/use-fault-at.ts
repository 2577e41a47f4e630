import { textOf } from '../../../../platform/grid/GridLine.tsx'
import { alikeOf, mendingStep } from './faults.ts'
import { schoolColumn } from './use-cell-options.ts'
import type { Mending } from './use-mending.ts'
import type { MendRow } from './use-staged-rows.ts'

/** The fault in the cell the keys are at, what is like it, and the way to the next. */
export function useFaultAt(mending: Mending, row: MendRow | undefined) {
  const { faults, edits, at, opened, shown, targetOf } = mending
  const { cells } = edits.edits
  const known = opened ? faults.indexOf(opened) : -1
  const index =
    known >= 0
      ? known
      : faults.findIndex((one) => one.rowId === row?.staged.rowId && Math.max(0, one.column) === at.column)
  const one = faults[index]
  const alike = one && one.column >= 0 ? alikeOf(one, mending.all, targetOf, cells) : []
  const textAt = (column: number) => (row && column >= 0 ? textOf(row, cells[row.key], column) : '')
  return {
    one,
    /** Among the faults that are listed; -1 where the cell has none. */
    index,
    alike,
    text: row ? textAt(at.column) : (one?.value ?? ''),
    /** How the row calls its school. */
    schoolText: textAt(shown ? schoolColumn(shown.sheet) : -1),
    step(by: 1 | -1): void {
      const from = index < 0 && by < 0 ? 0 : index
      const next = faults[(from + by + faults.length) % faults.length]
      if (next) void mending.open(next)
    },
    mendAlike: (text: string) => edits.write(mendingStep(alike, text, cells)),
  }
}

export type FaultAt = ReturnType<typeof useFaultAt>
