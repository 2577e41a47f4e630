import { PAPER_COLUMNS } from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import { type KeyboardEvent, useMemo } from 'react'
import { type GridColumn, widthOf } from '../../../platform/grid/columns.ts'
import { DataGrid } from '../../../platform/grid/DataGrid.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { PaperDictionaries } from './papers.ts'
import { useLineDrag } from './use-line-drag.ts'
import type { PaperSheet } from './use-paper-sheet.ts'

interface PaperGridProps {
  label: string
  sheet: PaperSheet
  labels: PaperDictionaries['labels']
  isLocked: boolean
}

/** Pixels of a column whose workbook is so many characters wide. */
const PIXELS = 8.5
const NONE: readonly string[] = []

/** The questions as a sheet: a block is pasted, lines are carried by their number or by keys. */
export function PaperGrid({ label, sheet, labels, isLocked }: PaperGridProps) {
  const t = useT()
  const drag = useLineDrag(sheet.moveTo)
  const columns = useMemo(
    (): GridColumn[] =>
      PAPER_COLUMNS.map(({ key, title, width, ...more }) => ({
        key,
        title: t(title),
        also: [title, ...('also' in more ? more.also : [])],
        width: Math.max(widthOf([t(title)]), Math.round(width * PIXELS)),
        isReadOnly: isLocked,
      })),
    [t, isLocked],
  )
  const options = useMemo(() => optionsOf(labels), [labels])

  function carry(event: KeyboardEvent): void {
    const isCarrying = event.altKey && event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    const isTyping = event.target instanceof HTMLElement && event.target.dataset['typing'] !== undefined
    if (!isCarrying || isTyping) return
    event.preventDefault()
    event.stopPropagation()
    sheet.moveTo(sheet.at.row, sheet.at.row + (event.key === 'ArrowUp' ? -1 : 1))
  }

  const { rows, edits, at, move } = sheet
  return (
    <div className="paper-grid" onKeyDownCapture={isLocked ? undefined : carry} {...(isLocked ? {} : drag)}>
      <DataGrid
        label={label}
        columns={columns}
        rowCount={isLocked ? sheet.used : rows.length}
        rowAt={(index) => rows[index]}
        readRows={async (from, to) => rows.slice(from, to)}
        edits={edits}
        at={at}
        onMove={move}
        optionsOf={(_row, column) => options.get(PAPER_COLUMNS[column]?.key ?? '') ?? NONE}
        {...(!isLocked && { ticked: sheet.ticked, onTick: sheet.tick, onUntickAll: sheet.untick })}
      />
    </div>
  )
}

function optionsOf(labels: PaperDictionaries['labels']): Map<string, readonly string[]> {
  return new Map([
    ['questionType', [...labels.questionType.values()]],
    ['abilityLevel', [...labels.abilityLevel.values()]],
    ['isObjective', [...labels.isObjective.values()]],
    ['partRule', ['半分']],
  ])
}
