import type { CorrectionLine } from '@xueheng/contract/domains/exam/score-correction-calls.ts'

/** What was pasted: the lines that are whole, and the numbers of those that are not. */
export interface PastedLines {
  lines: CorrectionLine[]
  broken: number[]
}

const GAPS = /[\t,，;；\s]+/

/** 考号, 科目 and the new mark of each line, apart by tabs (as a table gives them), blanks or commas; empty lines are passed over. */
export function readPasted(text: string): PastedLines {
  const lines: CorrectionLine[] = []
  const broken: number[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [studentNumber = '', courseName = '', newScore = '', ...more] = line.trim().split(GAPS)
    if (newScore === '' || more.length > 0) broken.push(at + 1)
    else lines.push({ studentNumber, courseName, newScore })
  }
  return { lines, broken }
}

/** The lines as text again, to be put right and sent once more. */
export function writePasted(lines: CorrectionLine[]): string {
  return lines
    .map(({ studentNumber, courseName, newScore }) => [studentNumber, courseName, newScore].join('\t'))
    .join('\n')
}
