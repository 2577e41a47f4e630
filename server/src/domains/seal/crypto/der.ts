/**
 * DER, read strictly: what is not written in the one canonical way is refused, so that no two byte strings mean the same
 * certificate or seal. Every node keeps the bytes it was read from, because signatures are checked over received bytes.
 */
export interface Der {
  tag: number
  /** Tag, length and value. */
  bytes: Buffer
  value: Buffer
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  printable: 0x13,
  ia5: 0x16,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The bytes are not DER, or not the structure that was expected. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** The one node that fills all of `bytes`. Throws `DerError`. */
export function readDer(bytes: Buffer): Der {
  const node = readAt(bytes, 0)
  if (node.bytes.length !== bytes.length) throw new DerError('bytes behind the end')
  return node
}

/** The nodes inside a constructed one; with `tag`, only inside one of that tag. */
export function childrenOf(node: Der | undefined, tag: number = TAG.sequence): Der[] {
  const { value } = expectTag(node, tag)
  const nodes: Der[] = []
  for (let at = 0; at < value.length;) {
    const child = readAt(value, at)
    nodes.push(child)
    at += child.bytes.length
  }
  return nodes
}

/** The node, if it has that tag. Throws `DerError` when it is another one or missing. */
export function expectTag(node: Der | undefined, tag: number): Der {
  if (node?.tag !== tag) throw new DerError(`tag ${node?.tag ?? 'none'} instead of ${tag}`)
  return node
}

function readAt(bytes: Buffer, at: number): Der {
  const tag = bytes[at]
  if (tag === undefined || (tag & 0x1f) === 0x1f) throw new DerError('no tag')
  const { length, start } = readLength(bytes, at + 1)
  if (start + length > bytes.length) throw new DerError('longer than its bytes')
  return { tag, bytes: bytes.subarray(at, start + length), value: bytes.subarray(start, start + length) }
}

function readLength(bytes: Buffer, at: number): { length: number; start: number } {
  const first = bytes[at]
  if (first === undefined) throw new DerError('no length')
  if (first < 0x80) return { length: first, start: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4 || at + 1 + count > bytes.length) throw new DerError('length of a wrong form')
  const length = bytes.readUIntBE(at + 1, count)
  if (length < 0x80 || length < 2 ** (8 * (count - 1))) throw new DerError('length is not the shortest')
  return { length, start: at + 1 + count }
}

/** A whole number that is not negative. */
export function integerOf(node: Der | undefined, tag: number = TAG.integer): bigint {
  const { value } = expectTag(node, tag)
  const [first, second = 0] = value
  if (first === undefined || first >= 0x80) throw new DerError('number is negative or empty')
  if (first === 0 && value.length > 1 && second < 0x80) throw new DerError('number is not the shortest')
  return BigInt(`0x${value.toString('hex')}`)
}

export function oidOf(node: Der | undefined): string {
  const { value } = expectTag(node, TAG.oid)
  const arcs: number[] = []
  let arc = 0
  for (const byte of value) {
    if (arc === 0 && byte === 0x80) throw new DerError('object identifier is not the shortest')
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [head] = arcs
  if (head === undefined || arc !== 0) throw new DerError('object identifier is cut')
  const top = Math.min(2, Math.floor(head / 40))
  return [top, head - 40 * top, ...arcs.slice(1)].join('.')
}

/** The bytes of a bit string whose bits fill whole bytes. */
export function bitsOf(node: Der | undefined): Buffer {
  const { value } = expectTag(node, TAG.bits)
  if (value[0] !== 0) throw new DerError('bit string does not end with a byte')
  return value.subarray(1)
}

export function octetsOf(node: Der | undefined): Buffer {
  return expectTag(node, TAG.octets).value
}

/** UTCTime or GeneralizedTime, both with seconds and Z alone. */
export function timeOf(node: Der | undefined): Date {
  if (node?.tag !== TAG.utcTime && node?.tag !== TAG.time) throw new DerError('no time')
  const text = node.value.toString('latin1')
  const [, year = '', month, day, hour, minute, second] =
    (node.tag === TAG.time
      ? /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
      : /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
    ).exec(text) ?? []
  const century = node.tag === TAG.time ? '' : Number(year) < 50 ? '20' : '19'
  const found = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(found.getTime())) throw new DerError('time cannot be read')
  return found
}

export function textOfDer(node: Der | undefined): string {
  if (!node || ![TAG.utf8, TAG.printable, TAG.ia5].some((tag) => tag === node.tag)) throw new DerError('no text')
  return node.value.toString('utf8')
}

/** A node of that tag around bytes. */
export function encode(tag: number, ...parts: Buffer[]): Buffer {
  let length = 0
  for (const part of parts) length += part.length
  const more = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8)
  const node = Buffer.allocUnsafe(2 + more + length)
  node[0] = tag
  node[1] = more === 0 ? length : 0x80 | more
  if (more > 0) node.writeUIntBE(length, 2, more)
  let at = 2 + more
  for (const part of parts) {
    node.set(part, at)
    at += part.length
  }
  return node
}

/** The few identifiers we write, as they were encoded first. */
const OIDS = new Map<string, Buffer>()

export const der = {
  sequence: (...parts: Buffer[]) => encode(TAG.sequence, ...parts),
  set: (...parts: Buffer[]) => encode(TAG.set, ...parts),
  octets: (bytes: Buffer) => encode(TAG.octets, bytes),
  bits: (bytes: Buffer, unused = 0) => encode(TAG.bits, Buffer.from([unused]), bytes),
  utf8: (text: string) => encode(TAG.utf8, Buffer.from(text, 'utf8')),
  printable: (text: string) => encode(TAG.printable, Buffer.from(text, 'latin1')),
  ia5: (text: string) => encode(TAG.ia5, Buffer.from(text, 'latin1')),
  true: () => encode(TAG.boolean, Buffer.from([0xff])),
  /** A number that is not negative. */
  integer(value: bigint | number, tag: number = TAG.integer): Buffer {
    const hex = BigInt(value).toString(16)
    const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
    return encode(tag, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
  },
  oid(text: string): Buffer {
    const known = OIDS.get(text)
    if (known) return known
    const [top = 0, second = 0, ...rest] = text.split('.').map(Number)
    const bytes = encode(TAG.oid, ...[40 * top + second, ...rest].map(arcBytes))
    OIDS.set(text, bytes)
    return bytes
  },
  /** UTCTime up to 2049 as X.509 wants it, GeneralizedTime later. */
  time(date: Date): Buffer {
    const text = stamp(date)
    return text < '2050' ? encode(TAG.utcTime, Buffer.from(text.slice(2))) : der.generalTime(date)
  },
  generalTime: (date: Date) => encode(TAG.time, Buffer.from(stamp(date))),
}

function arcBytes(arc: number): Buffer {
  const bytes = [arc & 0x7f]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}

function stamp(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
}
