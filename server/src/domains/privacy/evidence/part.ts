import type { EvidencePart } from '@xueheng/contract/domains/privacy/evidence.ts'

/** A table of the pack: cells are texts and numbers as they are printed. */
export interface Part {
  name: EvidencePart
  header: string[]
  rows: (string | number)[][]
}

/** Days of the period, both of them in it. */
export interface Period {
  beginDate: string
  endDate: string
}

/** Most rows of a part; a longer log is cut, and the pack says so. */
export const MOST_ROWS = 20_000

export function part(name: EvidencePart, header: string[], rows: (string | number | null)[][]): Part {
  return { name, header, rows: rows.map((row) => row.map((cell) => cell ?? '')) }
}
