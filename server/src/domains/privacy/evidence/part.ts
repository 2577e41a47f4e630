import type { EvidencePart } from '@xueheng/contract/domains/privacy/evidence.ts'

/** A table of the pack: cells are texts and numbers as they are printed. */
export interface Part {
  name: EvidencePart
  header: string[]
  rows: (string | number)[][]
  /** There are more rows than it has. */
  isCut: boolean
}

/** Days of the period, both of them in it. */
export interface Period {
  beginDate: string
  endDate: string
}

/** Most rows of a part; a longer one is cut, and both files say so. */
export const MOST_ROWS = 20_000
/** Rows to ask for: by one more it is seen that there are more. */
export const ASKED_ROWS = MOST_ROWS + 1

export function part(name: EvidencePart, header: string[], rows: (string | number | null)[][]): Part {
  const isCut = rows.length > MOST_ROWS
  return { name, header, rows: rows.slice(0, MOST_ROWS).map((row) => row.map((cell) => cell ?? '')), isCut }
}

/** What is said below a part of which so many rows are shown. */
export function noteOf({ rows, isCut }: Part, shown: number): string {
  if (isCut) return `超过${MOST_ROWS}行，工作簿中只有前${MOST_ROWS}行，请缩短时间分次生成`
  if (rows.length === 0) return '没有记录'
  return rows.length > shown ? `共${rows.length}行` : ''
}
