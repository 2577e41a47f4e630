import { cellText } from './cell-text.ts'
import { REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'
import type { SheetRow, SheetTeller } from './sheet-row.ts'
import { unescapeXml } from './xml-text.ts'
import { type Member, readDirectory, unpackPieces, unpackSmall } from './zip-reader.ts'

/** Whether an archive is an OpenDocument file rather than one of the newer Excel formats. */
export function isOpenDocument(file: Buffer): boolean {
  return !file.includes('[Content_Types].xml') && file.includes('content.xml')
}

/** The contents of an OpenDocument workbook; throws where the archive holds none, or holds it under a password. */
export function odsContents(file: Buffer, limits: SheetLimits): Member {
  const members = readDirectory(file, limits)
  const textOf = (name: string) => {
    const member = members.find((one) => one.name === name)
    return member ? unpackSmall(file, member).toString('utf8') : ''
  }
  if (textOf('META-INF/manifest.xml').includes('encryption-data')) throw unreadable(REASONS.encrypted)
  const contents = members.find((member) => member.name === 'content.xml')
  if (!contents || !textOf('mimetype').includes('spreadsheet')) throw unreadable(REASONS.notWorkbook)
  return contents
}

/** Rows of every sheet of an OpenDocument workbook, unpacked piece by piece while its rows are taken. */
export async function* readOds(file: Buffer, limits: SheetLimits, tell: SheetTeller): AsyncGenerator<SheetRow> {
  const table = createTable(limits, tell)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of unpackPieces(file, odsContents(file, limits))) {
    rest += decoder.decode(piece, { stream: true })
    const end = rest.lastIndexOf('>') + 1
    yield* table.read(rest.slice(0, end))
    rest = rest.slice(end)
  }
}

const COVERED = 'table:covered-table-cell'
const CELLS = new Set(['table:table-cell', COVERED])

interface Cell {
  /** Whether a merged cell lies over it. */
  isCovered: boolean
  attributes: string
  /** Paragraphs, joined by line ends. */
  text: string
  repeat: number
}

/** A tag or the text before the next one. */
const TOKEN = /<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|<[?!][^>]*>|([^<]+)/g
/** What is drawn or noted over a cell is not its text. */
const ASIDE = /^(office:annotation|draw:|table:shapes)/

/** Takes the XML in any pieces that end behind a tag, gives the rows that are complete. */
function createTable(limits: SheetLimits, tell: SheetTeller) {
  const hiddenStyles = new Set<string>()
  let style = ''
  let sheet = ''
  let isTaken = false
  let rowNo = 0
  let rowRepeat = 1
  let cells: string[] = []
  let cell: Cell | undefined
  let aside = 0

  function open(tag: string, attributes: string): void {
    if (tag === 'style:style') style = attributeOf(attributes, 'style:name')
    else if (tag === 'style:table-properties') {
      if (attributeOf(attributes, 'table:display') === 'false') hiddenStyles.add(style)
    } else if (tag === 'table:table') {
      sheet = attributeOf(attributes, 'table:name')
      isTaken = tell({ name: sheet, isHidden: hiddenStyles.has(attributeOf(attributes, 'table:style-name')) })
      rowNo = 0
    } else if (tag === 'table:table-row') {
      cells = []
      rowRepeat = repeatOf(attributes, 'table:number-rows-repeated')
    } else if (CELLS.has(tag)) {
      cell = {
        isCovered: tag === COVERED,
        attributes,
        text: '',
        repeat: repeatOf(attributes, 'table:number-columns-repeated'),
      }
    } else if (cell) addMark(cell, tag, attributes)
  }

  function* close(tag: string): Generator<SheetRow> {
    if (cell && CELLS.has(tag)) {
      addCells(cells, cell, limits)
      cell = undefined
    } else if (tag === 'table:table-row') {
      const isFilled = cells.some((text) => text !== '')
      for (let i = 1; isFilled && isTaken && i <= rowRepeat; i++) yield { sheet, rowNo: rowNo + i, cells: [...cells] }
      rowNo += rowRepeat
    }
  }

  function* read(xml: string): Generator<SheetRow> {
    for (const [, slash, tag = '', attributes = '', end, text] of xml.matchAll(TOKEN)) {
      if (text !== undefined) {
        if (cell && aside === 0) cell.text += unescapeXml(text)
      } else if (ASIDE.test(tag)) {
        if (!end) aside += slash ? -1 : 1
      } else if (aside === 0) {
        if (!slash) open(tag, attributes)
        if (slash || end) yield* close(tag)
      }
    }
  }
  return { read }
}

function addMark(cell: Cell, tag: string, attributes: string): void {
  if (tag === 'text:p' && cell.text !== '') cell.text += '\n'
  else if (tag === 'text:s') cell.text += ' '.repeat(Math.min(repeatOf(attributes, 'text:c'), 100))
  else if (tag === 'text:tab') cell.text += '\t'
  else if (tag === 'text:line-break') cell.text += '\n'
}

/** Blank cells to the right of a row are repeated to the edge of the sheet; they are filled up when something follows. */
function addCells(cells: string[], cell: Cell, limits: SheetLimits): void {
  const text = cell.isCovered ? '' : textOf(cell)
  if (text !== '' && cells.length + cell.repeat > limits.columns) throw unreadable(`列数超过${limits.columns}列`)
  const repeat = Math.min(cell.repeat, limits.columns + 1 - cells.length)
  for (let i = 0; i < repeat; i++) cells.push(text)
}

/** Numbers as typed, with the leading zeros they are shown with; days as yyyy-MM-dd; all else as shown. */
function textOf({ attributes, text }: Cell): string {
  const type = attributeOf(attributes, 'office:value-type')
  const shown = cellText(text)
  if (type === 'float' || type === 'currency' || type === 'percentage') {
    const value = Number(attributeOf(attributes, 'office:value'))
    return /^0\d+$/.test(shown) && Number(shown) === value ? shown : cellText(value)
  }
  if (type === 'date') return attributeOf(attributes, 'office:date-value').replace('T', ' ').replace(' 00:00:00', '')
  return type === 'boolean' ? attributeOf(attributes, 'office:boolean-value').toUpperCase() : shown
}

function repeatOf(attributes: string, name: string): number {
  return Math.max(1, Number(attributeOf(attributes, name)) || 1)
}

function attributeOf(attributes: string, name: string): string {
  const at = attributes.indexOf(` ${name}="`)
  if (at < 0) return ''
  const start = at + name.length + 3
  return unescapeXml(attributes.slice(start, attributes.indexOf('"', start)))
}
