import type { PaperSpec } from './sheet-spec.ts'
import { columnName, escapeXml } from './xml-text.ts'

/** A4, in the numbers of the format. */
const A4 = 9
const INCH = 25.4
const MARGINS = { left: 10, right: 10, top: 12, bottom: 15, header: 5, footer: 7 }
/** A page's foot holds so many characters. */
const LONGEST_FOOT = 120
const LINE_POINTS = 14

/** Stands first in the sheet: whether it is fitted to its page. */
export function sheetPropertiesXml({ breaks }: PaperSpec): string {
  return breaks.length > 0 ? '' : '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
}

/** Stands behind the merged cells and lists: margins, page, foot of the page, breaks. */
export function pageSetupXml({ breaks, scale, pageFoot }: PaperSpec): string {
  const margins = Object.entries(MARGINS).map(([side, millimetres]) => `${side}="${(millimetres / INCH).toFixed(2)}"`)
  const fit = breaks.length > 0 ? `scale="${scale}"` : 'fitToWidth="1" fitToHeight="0"'
  const foot = `&L${pageFoot.slice(0, LONGEST_FOOT).replaceAll('&', '&&')}&R第 &P 页，共 &N 页`
  return [
    '<printOptions horizontalCentered="1"/>',
    `<pageMargins ${margins.join(' ')}/>`,
    `<pageSetup paperSize="${A4}" ${fit} orientation="landscape"/>`,
    `<headerFooter><oddFooter>${escapeXml(foot)}</oddFooter></headerFooter>`,
    columnBreaks(breaks),
  ].join('')
}

function columnBreaks(breaks: number[]): string {
  if (breaks.length === 0) return ''
  const each = breaks.map((column) => `<brk id="${column}" max="1048575" man="1"/>`)
  return `<colBreaks count="${breaks.length}" manualBreakCount="${breaks.length}">${each.join('')}</colBreaks>`
}

/** Rows and columns that stand on every page, as a defined name takes them: `'表'!$A:$C,'表'!$3:$4`. */
export function printTitles(sheet: string, headRows: [first: number, last: number], paper: PaperSpec): string {
  const name = `'${sheet.replaceAll("'", "''")}'`
  const rows = `${name}!$${headRows[0]}:$${headRows[1]}`
  if (paper.breaks.length === 0 || paper.nameColumns === 0) return rows
  return `${name}!$A:$${columnName(paper.nameColumns - 1)},${rows}`
}

/** Height in points of a text wrapped over so many characters; a Chinese one takes the room of two. */
export function wrappedHeight(text: string, characters: number): number {
  const taken = [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
  return LINE_POINTS * Math.max(1, Math.ceil((taken * 1.05) / Math.max(1, characters)))
}
