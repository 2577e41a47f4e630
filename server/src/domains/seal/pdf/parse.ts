import { type Dict, Name, Ref, Text, type Value, broken } from './values.ts'

const DEEPEST = 60
const SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((one) => one.codePointAt(0) ?? 0))

/** Reads values at a place of a file (ISO 32000-1, 7.2 and 7.3). Throws `PdfError`. */
export class Parser {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
  ) {}

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte === 0x25) {
        while (this.at < this.bytes.length && this.bytes[this.at] !== 0x0a && this.bytes[this.at] !== 0x0d) this.at += 1
      } else if (byte !== undefined && SPACE.has(byte)) this.at += 1
      else return
    }
  }

  /** Whether the word stands here; goes behind it then. */
  take(word: string): boolean {
    this.skipSpace()
    if (!this.bytes.subarray(this.at, this.at + word.length).equals(Buffer.from(word, 'latin1'))) return false
    this.at += word.length
    return true
  }

  /** The letters up to the next space or delimiter. */
  word(): string {
    this.skipSpace()
    const from = this.at
    for (let byte = this.bytes[this.at]; byte !== undefined && isRegular(byte); byte = this.bytes[this.at]) this.at += 1
    return this.bytes.toString('latin1', from, this.at)
  }

  integer(): number {
    const word = this.word()
    if (!/^[+-]?\d{1,15}$/.test(word)) throw broken(`number expected at ${this.at}`)
    return Number(word)
  }

  value(depth = 0): Value {
    if (depth > DEEPEST) throw broken('nested too deeply')
    this.skipSpace()
    switch (this.bytes[this.at]) {
      case undefined:
        throw broken('ends within a value')
      case 0x2f:
        return this.name()
      case 0x28:
        return this.literal()
      case 0x5b:
        return this.array(depth)
      case 0x3c:
        return this.bytes[this.at + 1] === 0x3c ? this.dict(depth) : this.hex()
      default:
        return this.plain()
    }
  }

  private name(): Name {
    this.at += 1
    const from = this.at
    for (let byte = this.bytes[this.at]; byte !== undefined && isRegular(byte); byte = this.bytes[this.at]) this.at += 1
    const text = this.bytes.toString('latin1', from, this.at)
    return new Name(
      text.replaceAll(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    )
  }

  private array(depth: number): Value[] {
    this.at += 1
    const items: Value[] = []
    while (!this.take(']')) items.push(this.value(depth + 1))
    return items
  }

  private dict(depth: number): Dict {
    this.at += 2
    const dict: Dict = new Map()
    while (!this.take('>>')) {
      if (this.bytes[this.at] !== 0x2f) throw broken(`key expected at ${this.at}`)
      const key = this.name().name
      dict.set(key, this.value(depth + 1))
    }
    return dict
  }

  private hex(): Text {
    const end = this.bytes.indexOf(0x3e, this.at)
    if (end < 0) throw broken('hexadecimal text without an end')
    const digits = this.bytes.toString('latin1', this.at + 1, end).replaceAll(/[\0\t\n\f\r ]/g, '')
    if (!/^[0-9a-fA-F]*$/.test(digits)) throw broken('hexadecimal text with other letters')
    this.at = end + 1
    return new Text(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'), true)
  }

  private literal(): Text {
    this.at += 1
    const out: number[] = []
    for (let open = 1; ; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === undefined) throw broken('text without an end')
      if (byte === 0x5c) {
        this.escape(out)
        continue
      }
      if (byte === 0x28) open += 1
      if (byte === 0x29) open -= 1
      if (open === 0) break
      out.push(byte)
    }
    this.at += 1
    return new Text(Buffer.from(out))
  }

  /** Stands on the backslash; leaves on the last letter of what it begins. */
  private escape(out: number[]): void {
    const rest = this.bytes.toString('latin1', this.at + 1, this.at + 4)
    const octal = /^[0-7]{1,3}/.exec(rest)?.[0]
    if (octal) {
      out.push(Number.parseInt(octal, 8) & 0xff)
      this.at += octal.length
      return
    }
    const [letter = ''] = rest
    if (letter === '\r') this.at += rest[1] === '\n' ? 2 : 1
    else if (letter === '\n') this.at += 1
    else {
      out.push((ESCAPES[letter] ?? letter).codePointAt(0) ?? 0)
      this.at += 1
    }
  }

  /** A number, a reference, or one of three words. */
  private plain(): Value {
    const from = this.at
    const word = this.word()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw broken(`unknown word at ${from}`)
    return (/^\d{1,10}$/.test(word) && this.reference(Number(word))) || Number(word)
  }

  private reference(num: number): Ref | undefined {
    const from = this.at
    const gen = this.word()
    if (/^\d{1,5}$/.test(gen) && this.word() === 'R') return new Ref(num, Number(gen))
    this.at = from
    return undefined
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function isRegular(byte: number): boolean {
  return !SPACE.has(byte) && !DELIMITERS.has(byte)
}
