import type { PdfFile } from './document.ts'
import { type Dict, Name, Ref, Text, type Value, isDict, textOf } from './values.ts'

/** One signature of a document with what stands round it. */
export interface FoundSignature {
  subFilter: string
  name: string
  esId: string
  code: string
  /** What is kept in the place for it, without the zeros behind it. */
  contents: Buffer
  /** The bytes it covers; nothing where the place is not what it says. */
  covered: Buffer | undefined
  /** Why not; '' where all is well. */
  fault: string
  /** Where the covered part ends. */
  end: number
}

const DEEPEST = 20

/** Signatures of the fields of a document, in the order they were made. Throws `PdfError`. */
export function signaturesOf(file: PdfFile): FoundSignature[] {
  const form = file.resolve(file.root.get('AcroForm'))
  if (!isDict(form)) return []
  const found: Dict[] = []
  const seen = new Set<number>()
  const walk = (value: Value | undefined, kind: string, depth: number): void => {
    if (value instanceof Ref) {
      if (seen.has(value.num)) return
      seen.add(value.num)
    }
    const field = file.resolve(value)
    if (!isDict(field) || depth > DEEPEST) return
    const type = field.get('FT')
    const own = type instanceof Name ? type.name : kind
    const signature = file.resolve(field.get('V'))
    if (own === 'Sig' && isDict(signature)) found.push(signature)
    for (const kid of file.arrayOf(field.get('Kids'))) walk(kid, own, depth + 1)
  }
  for (const field of file.arrayOf(form.get('Fields'))) walk(field, '', 0)
  return found.map((dict) => readSignature(file, dict)).toSorted((a, b) => a.end - b.end)
}

function readSignature(file: PdfFile, dict: Dict): FoundSignature {
  const subFilter = file.resolve(dict.get('SubFilter'))
  const contents = file.resolve(dict.get('Contents'))
  const range = file.arrayOf(dict.get('ByteRange')).map((one) => file.resolve(one))
  const whole = contents instanceof Text ? contents.bytes : Buffer.alloc(0)
  const place = placeOf(file.bytes, range, whole)
  return {
    subFilter: subFilter instanceof Name ? subFilter.name : '',
    name: textOf(file.resolve(dict.get('Name'))),
    esId: textOf(file.resolve(dict.get('XHSeal'))),
    code: textOf(file.resolve(dict.get('XHCode'))),
    contents: trimmed(whole),
    ...place,
  }
}

type Place = Pick<FoundSignature, 'covered' | 'fault' | 'end'>

/** The gap between the two covered parts must be the value of /Contents and nothing else, written in one way. */
function placeOf(bytes: Buffer, range: Value[], whole: Buffer): Place {
  const numbers = range.filter((one): one is number => typeof one === 'number' && Number.isInteger(one) && one >= 0)
  const [start, first = 0, second = 0, rest = 0] = numbers
  const refused = (fault: string): Place => ({ covered: undefined, fault, end: second + rest })
  if (range.length !== 4 || numbers.length !== 4 || start !== 0) return refused('签名范围不完整')
  if (first < 1 || second < first + 2 || second + rest > bytes.length) return refused('签名范围超出文件')
  const gap = bytes.toString('latin1', first, second)
  const hex = gap.slice(1, -1)
  const isOneWay = /^[0-9a-f]*$/.test(hex) || /^[0-9A-F]*$/.test(hex)
  if (!gap.startsWith('<') || !gap.endsWith('>') || !isOneWay || hex.length % 2) return refused('签名位置被改动')
  if (hex.toLowerCase() !== whole.toString('hex')) return refused('签名位置与签名内容不一致')
  const covered = Buffer.concat([bytes.subarray(0, first), bytes.subarray(second, second + rest)])
  return { covered, fault: '', end: second + rest }
}

/** The DER value itself: what follows it must be zeros. */
function trimmed(whole: Buffer): Buffer {
  const [, first = 0] = whole
  const count = first & 0x7f
  if (whole[0] !== 0x30 || (first >= 0x80 && (count === 0 || count > 4 || whole.length < 2 + count))) return whole
  const length = first < 0x80 ? first + 2 : 2 + count + whole.readUIntBE(2, count)
  return whole.subarray(length).every((byte) => byte === 0) ? whole.subarray(0, length) : whole
}
