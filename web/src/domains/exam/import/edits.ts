import type { MendItem } from '@xueheng/contract/domains/exam/import.ts'

/** Cells typed over and not yet saved: row → column → text. */
export type Edits = Record<number, Record<number, string>>

export function withEdit(edits: Edits, rowId: number, column: number, text: string): Edits {
  return { ...edits, [rowId]: { ...edits[rowId], [column]: text } }
}

export function countEdits(edits: Edits): number {
  return Object.values(edits).reduce((sum, cells) => sum + Object.keys(cells).length, 0)
}

export function itemsOf(edits: Edits): MendItem[] {
  return Object.entries(edits).map(([rowId, cells]) => ({ rowId: Number(rowId), cells }))
}
