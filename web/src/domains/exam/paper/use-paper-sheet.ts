import { type GivenQuestion, paperVersion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { useMemo, useState } from 'react'
import type { GridMark, GridRow } from '../../../platform/grid/columns.ts'
import { useGridEdits } from '../../../platform/grid/use-grid-edits.ts'
import type { GridPlace } from '../../../platform/grid/use-grid-place.ts'
import type { PaperDictionaries, PaperPlace, StoredQuestion } from './papers.ts'
import { type SheetFault, faultsFrom, readLines } from './read-lines.ts'
import { type Lines, insertLine, linesOf, moveLine, removeLines, stepTo, typedLines, usedCount } from './sheet.ts'

const START: GridPlace = { row: 0, column: 0, isQuiet: true }

/**
 * The sheet of one paper: lines of texts by place, so that a line that moves, comes or goes is a step like any other and
 * can be undone. What is typed belongs to the version it was typed over, and stays on it until it is saved or dropped,
 * or put over a newer one.
 */
export function usePaperSheet(place: PaperPlace, stored: StoredQuestion[], { words, labels }: PaperDictionaries) {
  const newest = useMemo(
    () => ({ version: paperVersion(stored), lines: linesOf(stored as GivenQuestion[], labels) }),
    [stored, labels],
  )
  const edits = useGridEdits(`paper ${place.examId} ${place.courseName} ${place.paperCode}`, newest)
  const { base } = edits
  const [at, move] = useState(START)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<{ of: Lines; faults: SheetFault[] }>()

  const { cells } = edits.edits
  const lines = useMemo(() => typedLines(base.lines, cells), [base, cells])
  const read = useMemo(() => readLines(lines, words), [lines, words])
  const faults = useMemo(
    () => (refused?.of === lines ? [...read.faults, ...refused.faults] : read.faults),
    [refused, lines, read],
  )
  const rows = useMemo(() => rowsOf(lines, faults), [lines, faults])
  const used = usedCount(lines)

  function change(after: Lines): void {
    edits.write(stepTo(lines, after))
  }

  function moveTo(from: number, to: number): void {
    if (from >= used || to < 0 || to >= used || from === to) return
    change(moveLine(lines, from, to))
    setTicked(new Set())
    move({ row: to, column: at.column })
  }

  return {
    ...read,
    faults,
    rows,
    used,
    edits,
    at,
    move,
    ticked,
    version: base.version,
    /** Somebody else saved the paper since it was typed into. */
    isOutdated: base.version !== newest.version,
    /** The lines as they stand become changes of what was saved meanwhile. */
    rebase: () => edits.rebase(stepTo(newest.lines, lines)),
    tick: (some: GridRow[], isOn: boolean) => setTicked((old) => withTicks(old, some, isOn)),
    untick: () => setTicked(new Set()),
    moveTo,
    insert: () => change(insertLine(lines, Math.min(at.row, used))),
    remove() {
      change(removeLines(lines, ticked.size > 0 ? new Set([...ticked].map(Number)) : new Set([at.row])))
      setTicked(new Set())
    },
    /** Shows what the server found, until something is typed. */
    showRefused: (problems: readonly { field: string; message: string }[]) =>
      setRefused({ of: lines, faults: faultsFrom(problems, read.places) }),
  }
}

export type PaperSheet = ReturnType<typeof usePaperSheet>

function rowsOf(lines: Lines, faults: readonly SheetFault[]): GridRow[] {
  const marks = new Map<number, Record<number, GridMark>>()
  for (const { row, column, text } of faults) {
    const own = marks.get(row) ?? {}
    own[column] ??= { level: 'error', text }
    marks.set(row, own)
  }
  return lines.map((cells, row) => ({
    key: String(row),
    head: String(row + 1),
    cells,
    marks: marks.get(row),
    isJudgedLive: true,
  }))
}

function withTicks(old: ReadonlySet<string>, rows: GridRow[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(old)
  for (const { key } of rows) {
    if (isOn) next.add(key)
    else next.delete(key)
  }
  return next
}
