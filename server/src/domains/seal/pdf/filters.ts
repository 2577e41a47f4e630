import { inflateSync } from 'node:zlib'
import { type Dict, Name, PdfError, type Stream, broken, isDict } from './values.ts'

/** What a compressed stream may grow to: files of a few bytes must not fill the memory. */
const MOST_INFLATED = 64 * 1024 * 1024

/** The bytes of a stream of the file's own structure: plain or deflated, with a predictor or without. */
export function decode({ dict, data }: Stream): Buffer {
  const given = dict.get('Filter')
  const filters = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given]
  if (filters.length === 0) return data
  const [only, ...more] = filters
  if (!(only instanceof Name) || only.name !== 'FlateDecode' || more.length > 0)
    throw broken('stream of another filter')
  const parms = dict.get('DecodeParms')
  const first = Array.isArray(parms) ? parms[0] : parms
  return unpredict(inflate(data), isDict(first) ? first : new Map())
}

/** Throws `PdfError` for what cannot be unpacked, or fills the memory. */
export function inflate(data: Buffer): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: MOST_INFLATED })
  } catch (error) {
    const isLarge = error instanceof RangeError
    throw isLarge ? new PdfError('tooLarge', 'stream is too large') : broken('stream cannot be unpacked')
  }
}

/** Takes back the PNG predictors, as tables of objects use them. */
export function unpredict(data: Buffer, parms: Dict): Buffer {
  const number = (key: string, preset: number) => {
    const value = parms.get(key)
    return typeof value === 'number' ? value : preset
  }
  const predictor = number('Predictor', 1)
  if (predictor === 1) return data
  if (predictor < 10) throw broken('predictor of another kind')
  const pixel = Math.max(1, Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8))
  return unfilterPng(
    data,
    Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8),
    pixel,
  )
}

/** Rows of `width` bytes, each behind the number of its filter (PNG 9.2). */
export function unfilterPng(data: Buffer, width: number, pixel: number): Buffer {
  const rows = Math.floor(data.length / (width + 1))
  const out = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (width + 1)] ?? 0
    for (let i = 0; i < width; i += 1) {
      const at = row * width + i
      const left = i >= pixel ? (out[at - pixel] ?? 0) : 0
      const up = row > 0 ? (out[at - width] ?? 0) : 0
      const corner = row > 0 && i >= pixel ? (out[at - width - pixel] ?? 0) : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind]
      if (guess === undefined) throw broken('row of another filter')
      out[at] = (data[row * (width + 1) + 1 + i] ?? 0) + guess
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
