import { type HeaderSpec, writeWorkbook } from '../platform/sheet/write.ts'
import { writeXls } from '../platform/sheet/write-xls.ts'
import { createZip } from '../platform/sheet/zip-writer.ts'
import { demoBureau } from './bureau.ts'
import { encodeGb18030 } from './gb18030.ts'
import type { Bureau } from './model.ts'
import type { Cell, PlantedFault, SampleTable } from './sample-model.ts'
import { type SampleOptions, type SampleSize, sampleSet } from './sample-set.ts'

export interface SampleWorkbook {
  name: string
  buffer: Buffer
}

/** The files of the newest exam as schools send them; `bureau` is the demo's without it. */
export async function sampleWorkbooks(
  options: SampleOptions,
  bureau: Bureau = demoBureau(),
): Promise<SampleWorkbook[]> {
  const books: SampleWorkbook[] = []
  for (const table of sampleSet(bureau, options).tables) {
    books.push({ name: table.file, buffer: await fileOf(table) })
  }
  return books
}

/** All of them in one archive. */
export async function zipOf(books: SampleWorkbook[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => void chunks.push(chunk))
  for (const { name, buffer } of books) await zip.add(name, buffer)
  await zip.end()
  return Buffer.concat(chunks)
}

/** Every mistake in the dirty files of that size. */
export function plantedFaults(size: SampleSize, bureau: Bureau = demoBureau()): PlantedFault[] {
  return sampleSet(bureau, { size, isDirty: true }).faults
}

async function fileOf(table: SampleTable): Promise<Buffer> {
  if (table.file.endsWith('.csv')) return csvOf(table)
  return table.file.endsWith('.xls') ? writeXls(table.sheet, linesOf(table)) : workbookOf(table)
}

function workbookOf({ sheet, title, header, rows }: SampleTable): Promise<Buffer> {
  const columns = header.map((one, i): HeaderSpec => ({ title: one, key: String(i), width: widthOf(one) }))
  return writeWorkbook([
    { name: sheet, title, header: columns, rows: rows.map((cells) => Object.fromEntries(cells.entries())) },
  ])
}

function widthOf(title: string): number {
  if (/学籍号|学校/.test(title)) return 24
  return /考号|准考证号/.test(title) ? 16 : 10
}

/** GB18030, as spreadsheet programs save it. */
function csvOf(table: SampleTable): Buffer {
  const lines = linesOf(table).map((cells) => cells.map(csvCell).join(','))
  return encodeGb18030(`${lines.join('\r\n')}\r\n`)
}

function linesOf({ title, header, rows }: SampleTable): Cell[][] {
  return [...title.map((line) => [line]), header, ...rows]
}

function csvCell(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
