import type { BookSheet } from './zip-guard.ts'
import { type Member, unpackPieces, unpackSmall } from './zip-reader.ts'

/**
 * Numbers are often shown with leading zeros: a candidate number typed as 123 under the format 00000 reads 00123, and
 * that is what its owner means. The row reader hands on bare numbers; this one says how many digits they are shown with.
 */
export interface ShownDigits {
  /** Digits of a cell, both counted from zero; 0 where the number is shown as it is. Rows must be asked for in order. */
  of(row: number, column: number): number
}

const AS_THEY_ARE: ShownDigits = { of: () => 0 }

/** A run of cells of one column that are shown with so many digits, from `row` on. */
interface Run {
  row: number
  digits: number
}

/** How many digits a number format asks for, if it is made of zeros alone. */
export function digitsOf(format: string): number {
  const code =
    format
      .split(';')[0]
      ?.replaceAll(/_.|\*.|["\\]|\[[^\]]*\]/g, '')
      .trim() ?? ''
  return /^0{2,}$/.test(code) ? code.length : 0
}

/** Reads the sheet only if the workbook has such a format at all. */
export async function shownDigits(file: Buffer, { member, styles }: BookSheet): Promise<ShownDigits> {
  const digits = styles ? digitsOfStyles(unpackSmall(file, styles).toString('utf8')) : new Map<string, number>()
  return member && digits.size > 0 ? readRuns(file, member, digits) : AS_THEY_ARE
}

/** Style number → digits. */
function digitsOfStyles(xml: string): Map<string, number> {
  const formats = new Map<string, number>()
  for (const [, tag = ''] of xml.matchAll(/<(?:\w+:)?numFmt\s([^>]*)>/g)) {
    const digits = digitsOf(attribute(tag, 'formatCode'))
    if (digits > 0) formats.set(attribute(tag, 'numFmtId'), digits)
  }
  if (formats.size === 0) return formats
  const looks = /<(?:\w+:)?cellXfs[\s>]([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml)?.[1] ?? ''
  const ids = [...looks.matchAll(/<(?:\w+:)?xf\s([^>]*)>/g)].map(([, tag = '']) => attribute(tag, 'numFmtId'))
  return new Map(ids.flatMap((id, style) => (formats.has(id) ? [[String(style), formats.get(id) ?? 0]] : [])))
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&quot;', '"') ?? ''
}

const CELL = /<(?:\w+:)?c\s([^>]*)>/g

async function readRuns(file: Buffer, member: Member, digits: Map<string, number>): Promise<ShownDigits> {
  const columns = new Map<number, Run[]>()
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of unpackPieces(file, member)) {
    rest += decoder.decode(piece, { stream: true })
    const end = rest.lastIndexOf('>') + 1
    for (const [, tag = ''] of rest.slice(0, end).matchAll(CELL)) note(columns, tag, digits)
    rest = rest.slice(end)
  }
  return lookUp(columns)
}

function note(columns: Map<number, Run[]>, tag: string, digits: Map<string, number>): void {
  const [, letters = '', number = ''] = /\br="([A-Z]+)(\d+)"/.exec(tag) ?? []
  const shown = digits.get(attribute(tag, 's')) ?? 0
  const column = columnOf(letters)
  const runs = columns.get(column)
  if ((runs?.at(-1)?.digits ?? 0) === shown) return
  const run = { row: Number(number) - 1, digits: shown }
  if (runs) runs.push(run)
  else columns.set(column, [run])
}

/** AB → 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function lookUp(columns: Map<number, Run[]>): ShownDigits {
  const next = new Map<number, number>()
  return {
    of(row, column) {
      const runs = columns.get(column)
      if (!runs) return 0
      let at = next.get(column) ?? 0
      while ((runs[at]?.row ?? Infinity) <= row) at++
      next.set(column, at)
      return runs[at - 1]?.digits ?? 0
    },
  }
}

/** The number as it is shown. */
export function withZeros(text: string, digits: number): string {
  return digits > 0 && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
}
