import type { OwnCells } from '../../platform/crud/use-columns.tsx'

/** The rank among all; where the policy of the exam tells bands, the words of all bands of the row. */
export const RANK_CELLS: OwnCells = {
  allRank: { width: 100, draw: (value, { rankBand }) => String(value ?? rankBand ?? '') },
}
