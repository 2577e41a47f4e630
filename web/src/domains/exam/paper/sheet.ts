import {
  PAPER_COLUMNS,
  type PaperColumn,
  type PaperTexts,
  type PaperWords,
  writeQuestion,
} from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import type { GivenQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import type { Edits, Step } from '../../../platform/grid/edits.ts'

/** Stands behind the columns in sight and goes with its line: the row that is kept. */
const ID_COLUMN = PAPER_COLUMNS.length
const WIDTH = ID_COLUMN + 1

/** Blank lines below the last question, for what is pasted. */
const SPARE_LINES = 60

/** The lines of a paper as texts, by their place. */
export type Lines = readonly (readonly string[])[]

export function linesOf(questions: readonly GivenQuestion[], labels: PaperWords): string[][] {
  return questions.map((question) => {
    const texts = writeQuestion(question, labels)
    return [...PAPER_COLUMNS.map(({ key }) => texts[key]), question.id ?? '']
  })
}

/** The lines as they stand with what was typed; blank ones below the last question are there to be typed into. */
export function typedLines(base: Lines, cells: Edits['cells']): string[][] {
  const last = Object.keys(cells).reduce((most, key) => Math.max(most, Number(key) + 1), base.length)
  const lines = Array.from({ length: last }, (_none, row) => {
    const typed = cells[String(row)]
    return Array.from({ length: WIDTH }, (_cell, column) => typed?.[column]?.to ?? base[row]?.[column] ?? '')
  })
  const used = usedCount(lines)
  return [...lines.slice(0, used), ...Array.from({ length: SPARE_LINES }, blankLine)]
}

function blankLine(): string[] {
  return Array.from({ length: WIDTH }, () => '')
}

export function isBlank(line: readonly string[] | undefined): boolean {
  return (line ?? []).slice(0, ID_COLUMN).every((text) => text.trim() === '')
}

/** How many lines there are up to the last that says something. */
export function usedCount(lines: Lines): number {
  return lines.findLastIndex((line) => !isBlank(line)) + 1
}

export function textsOf(line: readonly string[]): PaperTexts {
  return Object.fromEntries(PAPER_COLUMNS.map(({ key }, i) => [key, line[i] ?? ''])) as PaperTexts
}

export function idOf(line: readonly string[]): string | undefined {
  return line[ID_COLUMN] || undefined
}

export function columnOf(key: string): number {
  return PAPER_COLUMNS.findIndex((column) => column.key === (key as PaperColumn))
}

/** What has to be written so that the lines stand as `after`, as one step. */
export function stepTo(before: Lines, after: Lines): Step {
  const length = Math.max(before.length, after.length)
  return Array.from({ length }, (_none, row) =>
    Array.from({ length: WIDTH }, (_cell, column) => ({
      row: String(row),
      column,
      before: before[row]?.[column] ?? '',
      after: after[row]?.[column] ?? '',
    })),
  )
    .flat()
    .filter((change) => change.before !== change.after)
}

/** The line at one place goes to another, those between move up or down. */
export function moveLine(lines: Lines, from: number, to: number): Lines {
  const line = lines[from]
  if (!line || from === to || to < 0 || to >= lines.length) return lines
  const rest = lines.filter((_line, at) => at !== from)
  return [...rest.slice(0, to), line, ...rest.slice(to)]
}

/** A blank line above the one at a place. */
export function insertLine(lines: Lines, at: number): Lines {
  return [...lines.slice(0, at), blankLine(), ...lines.slice(at)]
}

export function removeLines(lines: Lines, places: ReadonlySet<number>): Lines {
  return lines.filter((_line, at) => !places.has(at))
}
