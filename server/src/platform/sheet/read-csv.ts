import { createReadStream } from 'node:fs'
import { cellText } from './cell-text.ts'
import { REASONS, unreadable } from './sheet-fault.ts'
import type { SheetRow } from './sheet-row.ts'

const DELIMITERS = [',', '\t', ';']
const LONGEST_RECORD = 1_000_000

/** Rows of a text table: UTF-8 (with or without mark), UTF-16 with mark or GB18030; comma, semicolon or tab. */
export async function* readCsv(path: string): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder(await encodingOf(path))
  const parser = createParser()
  for await (const chunk of createReadStream(path)) {
    yield* numbered(parser.push(decoder.decode(chunk as Buffer, { stream: true })))
  }
  yield* numbered(parser.end(decoder.decode()))
}

function* numbered(rows: Iterable<{ line: number; cells: string[] }>): Generator<SheetRow> {
  for (const { line, cells } of rows) yield { sheet: 'CSV', rowNo: line, cells: cells.map(cellText) }
}

/** The encoding of a text; throws where the contents are no text. */
export async function encodingOf(path: string): Promise<string> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const piece of createReadStream(path)) {
      const chunk = piece as Buffer
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (chunk.includes(0)) throw unreadable(REASONS.notWorkbook)
      isFirst = false
      strict.decode(chunk, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030'
    throw error
  }
}

/** Splits text that arrives in pieces; quotes may hold delimiters, doubled quotes and line ends. */
function createParser() {
  let rest = ''
  let line = 0
  let delimiter: string | undefined
  function* take(text: string, isLast: boolean): Generator<{ line: number; cells: string[] }> {
    rest += text
    let start = 0
    for (let end = lineEnd(rest, start, isLast); end >= 0; end = lineEnd(rest, start, isLast)) {
      const raw = rest.slice(start, end)
      delimiter ??= delimiterOf(raw)
      line += 1
      const first = line
      line += countBreaks(raw)
      yield { line: first, cells: split(raw, delimiter) }
      start = end + (rest[end] === '\r' && rest[end + 1] === '\n' ? 2 : 1)
      if (start >= rest.length) break
    }
    rest = rest.slice(start)
    if (rest.length > LONGEST_RECORD) throw unreadable('引号没有成对，或一行过长')
  }
  return { push: (text: string) => take(text, false), end: (text: string) => take(text, true) }
}

/** Where the record that begins at `from` ends, or -1 while its end has not arrived. */
function lineEnd(text: string, from: number, isLast: boolean): number {
  let isQuoted = false
  for (let i = from; i < text.length; i++) {
    const letter = text[i]
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '\n') return i
    // The mate of a carriage return may lie in the next piece.
    else if (!isQuoted && letter === '\r' && (isLast || i + 1 < text.length)) return i
  }
  return isLast && from < text.length ? text.length : -1
}

function countBreaks(record: string): number {
  return record.includes('"') ? (record.match(/\n/g)?.length ?? 0) : 0
}

function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((mark) => bare.split(mark).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function split(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < record.length; i++) {
    const letter = record[i] ?? ''
    if (letter === '"' && isQuoted && record[i + 1] === '"') {
      cell += '"'
      i++
    } else if (letter === '"') isQuoted = !isQuoted
    else if (letter === delimiter && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
