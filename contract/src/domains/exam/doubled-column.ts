/** Several columns of a sheet, counted from 0, that seem to mean the same, with the first texts of each. */
export interface DoubledColumn {
  target: string
  columns: { column: number; samples: string[] }[]
}
