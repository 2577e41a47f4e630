import { decode } from './filters.ts'
import { Parser } from './parse.ts'
import { type Dict, PdfError, Ref, Stream, type Value, broken, isDict } from './values.ts'

/** Where an object lies: at an offset, or as a part of a stream of objects. */
type Entry = { offset: number } | { within: number; index: number }

/** A page with what it has from those above it. */
export interface Page {
  ref: Ref
  dict: Dict
  /** llx, lly, urx, ury of what is seen, in points. */
  box: [number, number, number, number]
  /** Clockwise: 0, 90, 180 or 270. */
  rotate: number
}

const MOST_SECTIONS = 1000
const MOST_OBJECTS = 2_000_000
const MOST_PAGES = 5000

/** An object in the order of the file: `12 0 obj … endobj`. */
interface Read {
  value: Value
  num: number
}

/** What stands behind a table of objects, and whether the table is a stream. */
interface Section {
  trailer: Dict
  isStream: boolean
}

/** A PDF file that is read where it is needed; nothing of it is mended. Throws `PdfError`. */
export class PdfFile {
  readonly trailer: Dict
  readonly root: Dict
  readonly rootRef: Ref
  /** Offset of the newest table of objects, and whether it is a stream. */
  readonly startXref: number
  readonly isXrefStream: boolean
  private readonly entries = new Map<number, Entry | undefined>()
  private readonly known = new Map<number, Value>()
  private readonly packed = new Map<number, Value[]>()

  constructor(readonly bytes: Buffer) {
    if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new PdfError('notPdf', 'no PDF')
    this.startXref = startOf(bytes)
    const { trailer, isStream } = this.readSections()
    this.trailer = trailer
    this.isXrefStream = isStream
    if (trailer.has('Encrypt')) throw new PdfError('encrypted', 'encrypted')
    const rootRef = trailer.get('Root')
    if (!(rootRef instanceof Ref)) throw broken('no root')
    this.rootRef = rootRef
    this.root = this.dictOf(rootRef)
  }

  /** One more than the highest number of an object. */
  get size(): number {
    const named = this.trailer.get('Size')
    const highest = [...this.entries.keys()].reduce((most, one) => Math.max(most, one), 0)
    return Math.max(highest + 1, typeof named === 'number' ? named : 0)
  }

  /** What a value stands for. */
  resolve(value: Value | undefined): Value {
    let found: Value = value ?? null
    for (let steps = 0; found instanceof Ref; steps += 1) {
      if (steps > 20) throw broken('references in a circle')
      found = this.object(found.num)
    }
    return found
  }

  dictOf(value: Value | undefined): Dict {
    const found = this.resolve(value)
    if (isDict(found)) return found
    if (found instanceof Stream) return found.dict
    throw broken('dictionary expected')
  }

  arrayOf(value: Value | undefined): Value[] {
    const found = this.resolve(value)
    return Array.isArray(found) ? found : []
  }

  /** Pages in the order they are read in. */
  pages(): Page[] {
    const pages: Page[] = []
    const seen = new Set<number>()
    const walk = (node: Value | undefined, above: Dict): void => {
      if (!(node instanceof Ref) || seen.has(node.num)) throw broken('pages in a circle')
      if (pages.length >= MOST_PAGES) throw new PdfError('tooLarge', 'too many pages')
      seen.add(node.num)
      const dict = this.dictOf(node)
      const inherited = inherit(above, dict)
      const kids = dict.get('Kids')
      if (kids !== undefined) for (const kid of this.arrayOf(kids)) walk(kid, inherited)
      else pages.push({ ref: node, dict, ...this.frameOf(inherited) })
    }
    walk(this.root.get('Pages'), new Map())
    if (pages.length === 0) throw broken('no pages')
    return pages
  }

  private frameOf(dict: Dict): Pick<Page, 'box' | 'rotate'> {
    const given = this.arrayOf(dict.get('CropBox') ?? dict.get('MediaBox')).map((one) => this.resolve(one))
    const numbers = given.filter((one): one is number => typeof one === 'number' && Number.isFinite(one))
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
    const box: Page['box'] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
    if (numbers.length !== 4 || box[2] - box[0] < 10 || box[3] - box[1] < 10) throw broken('page without a size')
    const turn = this.resolve(dict.get('Rotate'))
    return { box, rotate: typeof turn === 'number' ? (Math.round(turn / 90) * 90 + 3600) % 360 : 0 }
  }

  /** The value of an object by its number; null for one that is free or missing. */
  object(num: number): Value {
    const known = this.known.get(num)
    if (known !== undefined) return known
    const entry = this.entries.get(num)
    const value = !entry ? null : 'offset' in entry ? this.objectAt(entry.offset, num) : this.objectIn(entry)
    this.known.set(num, value)
    return value
  }

  private objectAt(offset: number, num: number): Value {
    const read = this.readObject(offset)
    if (read.num !== num) throw broken(`object ${num} is not at ${offset}`)
    return read.value
  }

  private objectIn({ within, index }: { within: number; index: number }): Value {
    const items = this.packed.get(within) ?? this.unpack(within)
    this.packed.set(within, items)
    return items[index] ?? null
  }

  private unpack(within: number): Value[] {
    const entry = this.entries.get(within)
    if (!entry || !('offset' in entry)) throw broken('stream of objects is missing')
    const stream = this.objectAt(entry.offset, within)
    if (!(stream instanceof Stream)) throw broken('stream of objects expected')
    const [count, first] = [stream.dict.get('N'), stream.dict.get('First')]
    if (typeof count !== 'number' || typeof first !== 'number') throw broken('stream of objects without its numbers')
    const data = decode(stream)
    const head = new Parser(data)
    const offsets = Array.from({ length: Math.min(count, data.length) }, () => {
      head.integer()
      return head.integer()
    })
    return offsets.map((offset) => new Parser(data, first + offset).value())
  }

  private readObject(offset: number): Read {
    const parser = new Parser(this.bytes, offset)
    const num = parser.integer()
    parser.integer()
    if (!parser.take('obj')) throw broken(`no object at ${offset}`)
    const value = parser.value()
    if (!isDict(value) || !parser.take('stream')) return { value, num }
    return { value: new Stream(value, this.streamBytes(parser, value)), num }
  }

  private streamBytes(parser: Parser, dict: Dict): Buffer {
    if (this.bytes[parser.at] === 0x0d) parser.at += 1
    if (this.bytes[parser.at] === 0x0a) parser.at += 1
    const length = this.resolve(dict.get('Length'))
    if (typeof length !== 'number' || length < 0 || parser.at + length > this.bytes.length) {
      throw broken('stream without its length')
    }
    const data = this.bytes.subarray(parser.at, parser.at + length)
    parser.at += length
    if (!parser.take('endstream')) throw broken('stream without an end')
    return data
  }

  /** Tables from the newest to the oldest; the first that names an object counts. Answers the newest. */
  private readSections(): Section {
    const newest = this.readSection(this.startXref)
    const waiting = offsetsIn(newest.trailer)
    const seen = new Set([this.startXref])
    for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
      if (seen.has(offset)) throw broken('tables of objects in a circle')
      if (seen.size > MOST_SECTIONS) throw new PdfError('tooLarge', 'too many tables of objects')
      seen.add(offset)
      waiting.push(...offsetsIn(this.readSection(offset).trailer))
    }
    return newest
  }

  private readSection(offset: number): Section {
    const parser = new Parser(this.bytes, offset)
    const isTable = parser.take('xref')
    return { trailer: isTable ? this.readTable(parser) : this.readXrefStream(offset), isStream: !isTable }
  }

  private readTable(parser: Parser): Dict {
    while (!parser.take('trailer')) {
      const [from, count] = [parser.integer(), parser.integer()]
      if (from + count > MOST_OBJECTS) throw new PdfError('tooLarge', 'too many objects')
      for (let i = 0; i < count; i += 1) {
        const offset = parser.integer()
        parser.integer()
        const kind = parser.word()
        if (kind !== 'n' && kind !== 'f') throw broken('line of the table of objects')
        this.enter(from + i, kind === 'n' && offset > 0 ? { offset } : undefined)
      }
    }
    const trailer = parser.value()
    if (!isDict(trailer)) throw broken('no trailer')
    return trailer
  }

  private readXrefStream(offset: number): Dict {
    const { value } = this.readObject(offset)
    if (!(value instanceof Stream)) throw broken('no table of objects')
    const { dict } = value
    const widths = this.arrayOf(dict.get('W')).map(Number)
    const [a = 0, b = 0, c = 0] = widths
    const size = Number(dict.get('Size') ?? 0)
    const index = dict.has('Index') ? this.arrayOf(dict.get('Index')).map(Number) : [0, size]
    const data = decode(value)
    const width = a + b + c
    if (widths.length !== 3 || widths.some((one) => !(one >= 0 && one <= 6)) || width === 0)
      throw broken('table widths')
    let at = 0
    for (let i = 0; i + 1 < index.length; i += 2) {
      const [from = 0, count = 0] = [index[i], index[i + 1]]
      if (!(from >= 0 && count >= 0) || from + count > MOST_OBJECTS) throw new PdfError('tooLarge', 'too many objects')
      for (let n = 0; n < count; n += 1, at += width) {
        if (at + width > data.length) throw broken('table of objects is cut')
        const kind = a ? data.readUIntBE(at, a) : 1
        const second = b ? data.readUIntBE(at + a, b) : 0
        const third = c ? data.readUIntBE(at + a + b, c) : 0
        const entry = kind === 1 ? { offset: second } : kind === 2 ? { within: second, index: third } : undefined
        this.enter(from + n, entry)
      }
    }
    return dict
  }

  private enter(num: number, entry: Entry | undefined): void {
    if (!this.entries.has(num)) this.entries.set(num, entry)
  }
}

/** Where further tables are. */
function offsetsIn(trailer: Dict): number[] {
  return ['XRefStm', 'Prev'].map((key) => trailer.get(key)).filter((one) => typeof one === 'number')
}

const INHERITED = ['MediaBox', 'CropBox', 'Rotate', 'Resources']

function inherit(above: Dict, own: Dict): Dict {
  const inherited: Dict = new Map(above)
  for (const key of INHERITED) {
    const value = own.get(key)
    if (value !== undefined) inherited.set(key, value)
  }
  return inherited
}

function startOf(bytes: Buffer): number {
  const tail = bytes.subarray(Math.max(0, bytes.length - 2048))
  const at = tail.lastIndexOf('startxref')
  if (at < 0) throw broken('no startxref')
  const offset = new Parser(tail, at + 'startxref'.length).integer()
  if (offset <= 0 || offset >= bytes.length) throw broken('startxref leads out of the file')
  return offset
}
