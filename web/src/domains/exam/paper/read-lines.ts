import { type PaperWords, readQuestion } from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import { findPaperFaults } from '@xueheng/contract/domains/exam/paper/paper-faults.ts'
import type { GivenQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { type PaperSums, sumPaper } from '@xueheng/contract/domains/exam/paper/paper-sums.ts'
import { columnOf, idOf, isBlank, textsOf, type Lines } from './sheet.ts'

/** Something wrong with a cell of the sheet. */
export interface SheetFault {
  row: number
  column: number
  text: string
}

/** What the lines of a sheet say as a paper. */
export interface ReadPaper {
  questions: GivenQuestion[]
  /** The line of each question. */
  places: number[]
  faults: SheetFault[]
  sums: PaperSums
}

/** Reads the lines that say something; all that is wrong with them is found by the rules the server holds them to. */
export function readLines(lines: Lines, words: PaperWords): ReadPaper {
  const places = lines.flatMap((line, row) => (isBlank(line) ? [] : [row]))
  const read = places.map((row) => {
    const line = lines[row] ?? []
    const { question, faults } = readQuestion(textsOf(line), words)
    return { question: { ...question, id: idOf(line) }, faults }
  })
  const questions = read.map(({ question }) => question)
  const ofCells = read.flatMap(({ faults }, i) =>
    faults.map(({ field, message }) => faultAt(places, i, field, message)),
  )
  const told = new Set(ofCells.map(({ row, column }) => `${row} ${column}`))
  const ofPaper = findPaperFaults(questions)
    .map(({ at, field, message }) => faultAt(places, at, field, message))
    .filter(({ row, column }) => !told.has(`${row} ${column}`))
  return { questions, places, faults: [...ofCells, ...ofPaper], sums: sumPaper(questions) }
}

function faultAt(places: readonly number[], at: number, field: string, text: string): SheetFault {
  return { row: places[at] ?? 0, column: columnOf(field), text }
}

/** Where the server found faults: it names them by question and field. */
export function faultsFrom(
  problems: readonly { field: string; message: string }[],
  places: readonly number[],
): SheetFault[] {
  return problems.flatMap(({ field, message }) => {
    const [, at, name = ''] = /^(\d+)\.(\w+)$/.exec(field) ?? []
    return at === undefined ? [] : [faultAt(places, Number(at), name, message)]
  })
}
