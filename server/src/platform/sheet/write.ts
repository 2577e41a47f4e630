import { open } from 'node:fs/promises'
import * as parts from './book-xml.ts'
import { commentsXml, vmlXml } from './note-xml.ts'
import { printTitles } from './paper-xml.ts'
import { type SheetSpec, type SheetsSource, layOutHeader } from './sheet-spec.ts'
import { createStyles } from './sheet-styles.ts'
import { type Note, sheetXml } from './sheet-xml.ts'
import { columnName } from './xml-text.ts'
import { type Sink, createZip } from './zip-writer.ts'

export { layOutHeader } from './sheet-spec.ts'
export type { HeaderSpec, PaperSpec, SheetSource, SheetSpec, SheetValues, SheetsSource } from './sheet-spec.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const OPTIONS_SHEET = '选项'

/** The bytes of a workbook; for what a person looks at. */
export async function writeWorkbook(sheets: SheetSpec[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  await writeBook(sheets, async (chunk) => {
    chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Writes a workbook of any length to a file, holding no more than a few rows at a time. */
export async function writeWorkbookTo(path: string, sheets: SheetsSource): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await writeBook(sheets, async (chunk) => {
      await handle.write(chunk)
    })
  } finally {
    await handle.close()
  }
}

async function writeBook(specs: SheetsSource, sink: Sink): Promise<void> {
  const zip = createZip(sink)
  const styles = createStyles()
  const lists: string[][] = []
  const written: parts.WrittenSheet[] = []
  const taken = new Set([OPTIONS_SHEET])
  for await (const spec of specs) {
    const number = written.length + 1
    const notes: Note[] = []
    const name = parts.sheetName(spec.name, taken)
    await zip.add(
      `xl/worksheets/sheet${number}.xml`,
      sheetXml(spec, styles, (options) => rangeOf(lists, options), notes),
    )
    if (notes.length > 0) await addNotes(zip, number, notes)
    written.push({ name, hasNotes: notes.length > 0, ...titlesOf(spec, name) })
  }
  if (lists.length > 0) {
    await zip.add(`xl/worksheets/sheet${written.length + 1}.xml`, parts.optionsXml(lists))
    written.push({ name: OPTIONS_SHEET, hasNotes: false, isHidden: true })
  }
  await zip.add('xl/styles.xml', styles.toXml())
  await zip.add('xl/workbook.xml', parts.bookXml(written))
  await zip.add('xl/_rels/workbook.xml.rels', parts.bookRelationsXml(written))
  await zip.add('_rels/.rels', parts.rootRelationsXml())
  await zip.add('[Content_Types].xml', parts.contentTypesXml(written))
  await zip.end()
}

function titlesOf({ paper, title = [], header }: SheetSpec, name: string): { printTitles?: string } {
  const first = title.length + 1
  return paper ? { printTitles: printTitles(name, [first, title.length + layOutHeader(header).depth], paper) } : {}
}

async function addNotes(zip: ReturnType<typeof createZip>, number: number, notes: Note[]): Promise<void> {
  await zip.add(`xl/worksheets/_rels/sheet${number}.xml.rels`, parts.sheetRelationsXml(number))
  await zip.add(`xl/comments${number}.xml`, commentsXml(notes))
  await zip.add(`xl/drawings/vmlDrawing${number}.vml`, vmlXml(notes))
}

/** Equal lists are kept once. */
function rangeOf(lists: string[][], options: string[]): string {
  const key = options.join('\n')
  let column = lists.findIndex((list) => list.join('\n') === key)
  if (column < 0) column = lists.push(options) - 1
  return `${OPTIONS_SHEET}!$${columnName(column)}$1:$${columnName(column)}$${options.length}`
}
