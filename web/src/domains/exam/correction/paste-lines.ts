import type { CorrectionLine } from '@xueheng/contract/domains/exam/score-correction-calls.ts'

/** What was pasted: the lines that are whole, and the numbers of those that are not. */
export interface PastedLines {
  lines: CorrectionLine[]
  broken: number[]
}

const GAPS = /[\t,，;；\s]+/

/** 考号, 科目, 题号 where it is one question, and the new mark of each line, apart by tabs (as a table gives them), blanks or commas; empty lines are passed over. */
export function readPasted(text: string): PastedLines {
  const lines: CorrectionLine[] = []
  const broken: number[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const parts = line.trim().split(GAPS)
    const [studentNumber = '', courseName = '', ...rest] = parts
    const [newScore = ''] = rest.slice(-1)
    const [questionNo] = rest.slice(0, -1)
    if (parts.length < 3 || parts.length > 4) broken.push(at + 1)
    else lines.push({ studentNumber, courseName, ...(questionNo && { questionNo }), newScore })
  }
  return { lines, broken }
}

/** The lines as text again, to be put right and sent once more. */
export function writePasted(lines: CorrectionLine[]): string {
  return lines
    .map(({ studentNumber, courseName, questionNo, newScore }) =>
      [studentNumber, courseName, questionNo, newScore].filter(Boolean).join('\t'),
    )
    .join('\n')
}
