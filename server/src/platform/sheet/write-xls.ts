import { utils, write } from '@e965/xlsx'

/** One sheet as an old binary workbook, for those who still read nothing else. */
export function writeXls(name: string, rows: (string | number | null)[][]): Buffer {
  const sheet = utils.aoa_to_sheet(rows)
  return write({ SheetNames: [name], Sheets: { [name]: sheet } }, { type: 'buffer', bookType: 'biff8' }) as Buffer
}
