import type { PdfFile } from './document.ts'
import { type Dict, Name, Raw, Ref, Stream, Text, type Value } from './values.ts'

/** A value as it stands in a file. */
export function written(value: Value): Buffer {
  const parts: Buffer[] = []
  write(value, parts)
  return Buffer.concat(parts)
}

function write(value: Value, parts: Buffer[]): void {
  const say = (text: string) => parts.push(Buffer.from(text, 'latin1'))
  if (value === null) say('null')
  else if (typeof value === 'boolean') say(String(value))
  else if (typeof value === 'number') say(numberText(value))
  else if (value instanceof Name) say(nameText(value))
  else if (value instanceof Text) say(value.isHex ? `<${value.bytes.toString('hex')}>` : literal(value.bytes))
  else if (value instanceof Ref) say(`${value.num} ${value.gen} R`)
  else if (value instanceof Raw) say(value.text)
  else if (Array.isArray(value)) {
    say('[')
    value.forEach((one, i) => {
      if (i > 0) say(' ')
      write(one, parts)
    })
    say(']')
  } else if (value instanceof Stream) {
    write(new Map([...value.dict, ['Length', value.data.length]]), parts)
    say('\nstream\n')
    parts.push(value.data)
    say('\nendstream')
  } else writeDict(value, parts)
}

function writeDict(dict: Dict, parts: Buffer[]): void {
  parts.push(Buffer.from('<<', 'latin1'))
  for (const [key, value] of dict) {
    parts.push(Buffer.from(`${nameText(new Name(key))} `, 'latin1'))
    write(value, parts)
    parts.push(Buffer.from('\n', 'latin1'))
  }
  parts.push(Buffer.from('>>', 'latin1'))
}

export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(4).replace(/\.?0+$/, '')
}

function nameText({ name }: Name): string {
  const plain = [...name].map((letter) =>
    /[!-~]/.test(letter) && !/[#()<>[\]{}/%]/.test(letter)
      ? letter
      : `#${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  )
  return `/${plain.join('')}`
}

function literal(bytes: Buffer): string {
  const escaped = bytes
    .toString('latin1')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`)
  return `(${escaped})`
}

/** Objects to be put behind a file, whose own bytes stay as they are. */
export class Increment {
  private readonly objects = new Map<number, { gen: number; value: Value }>()
  private next: number

  constructor(private readonly file: PdfFile) {
    this.next = file.size
  }

  /** A new object. */
  add(value: Value): Ref {
    const ref = new Ref(this.next, 0)
    this.next += 1
    this.set(ref, value)
    return ref
  }

  /** Takes the place of an object of the file, or of a new one. */
  set({ num, gen }: Ref, value: Value): void {
    this.objects.set(num, { gen, value })
  }

  /** The whole file with the objects behind it and the table that names them. */
  finish(): Buffer {
    const { bytes } = this.file
    const parts: Buffer[] = [bytes]
    let at = bytes.length
    const put = (part: Buffer) => {
      parts.push(part)
      at += part.length
    }
    if (bytes.at(-1) !== 0x0a) put(Buffer.from('\n'))
    const offsets = new Map<number, { offset: number; gen: number }>()
    const sorted = [...this.objects].toSorted(([a], [b]) => a - b)
    for (const [num, { gen, value }] of sorted) {
      offsets.set(num, { offset: at, gen })
      put(Buffer.concat([Buffer.from(`${num} ${gen} obj\n`), written(value), Buffer.from('\nendobj\n')]))
    }
    const start = at
    put(this.file.isXrefStream ? this.xrefStream(offsets, start) : this.table(offsets))
    put(Buffer.from(`startxref\n${start}\n%%EOF\n`))
    return Buffer.concat(parts)
  }

  private table(offsets: Map<number, { offset: number; gen: number }>): Buffer {
    const lines = ['xref\n']
    for (const run of runsOf([...offsets.keys()])) {
      lines.push(`${run[0]} ${run.length}\n`)
      for (const num of run) {
        const { offset, gen } = offsets.get(num) ?? { offset: 0, gen: 0 }
        lines.push(`${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`)
      }
    }
    const trailer = written(this.trailer(this.next))
    return Buffer.concat([Buffer.from(`${lines.join('')}trailer\n`), trailer, Buffer.from('\n')])
  }

  private xrefStream(offsets: Map<number, { offset: number; gen: number }>, start: number): Buffer {
    const num = this.next
    offsets.set(num, { offset: start, gen: 0 })
    const runs = runsOf([...offsets.keys()].toSorted((a, b) => a - b))
    const rows = runs.flat().map((one) => {
      const row = Buffer.alloc(8)
      const { offset, gen } = offsets.get(one) ?? { offset: 0, gen: 0 }
      row[0] = 1
      row.writeUIntBE(offset, 1, 5)
      row.writeUInt16BE(gen, 6)
      return row
    })
    const dict: Dict = new Map([
      ...this.trailer(num + 1),
      ['Type', new Name('XRef')],
      ['W', [1, 5, 2]],
      ['Index', runs.flatMap((run) => [run[0] ?? 0, run.length])],
    ])
    const stream = written(new Stream(dict, Buffer.concat(rows)))
    return Buffer.concat([Buffer.from(`${num} 0 obj\n`), stream, Buffer.from('\nendobj\n')])
  }

  private trailer(size: number): Dict {
    const { trailer, rootRef, startXref } = this.file
    const dict: Dict = new Map<string, Value>([
      ['Size', size],
      ['Prev', startXref],
      ['Root', rootRef],
    ])
    for (const key of ['Info', 'ID']) {
      const value = trailer.get(key)
      if (value !== undefined) dict.set(key, value)
    }
    return dict
  }
}

/** Numbers that follow each other, put together. */
function runsOf(numbers: number[]): number[][] {
  const runs: number[][] = []
  for (const num of numbers) {
    const last = runs.at(-1)
    if (last && last.at(-1) === num - 1) last.push(num)
    else runs.push([num])
  }
  return runs
}
