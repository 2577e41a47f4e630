import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'

/** One member of an archive as its central directory declares it. */
export interface Member {
  name: string
  packed: number
  size: number
  method: number
  offset: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const UNKNOWN_SIZE = 0xffffffff
const SMALL = 10 * 1024 * 1024
const UTF8_NAME = 0x0800
const ENCRYPTED = 0x0001
const SLICE = 64 * 1024
/** Bytes in front of the name of a member. */
const HEADER = 30

/** The members of an archive; refuses one that is broken or would unpack into more than `limits`, before anything is unpacked. */
export function readDirectory(file: Buffer, limits: SheetLimits): Member[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== END_OF_DIRECTORY) throw unreadable(REASONS.broken)
  const count = file.readUInt16LE(end + 10)
  if (count > limits.entries) throw unreadable(REASONS.bomb)
  const members: Member[] = []
  let at = file.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw unreadable(REASONS.broken)
    const flags = file.readUInt16LE(at + 8)
    if (flags & ENCRYPTED) throw unreadable(REASONS.encrypted)
    const nameLength = file.readUInt16LE(at + 28)
    members.push({
      name: nameOf(file.subarray(at + 46, at + 46 + nameLength), (flags & UTF8_NAME) !== 0),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  refuseBombs(members, limits)
  refuseOverlaps(members)
  return members
}

/** Programs of Chinese systems write names in their own code and do not say so. */
function nameOf(bytes: Buffer, isUtf8: boolean): string {
  if (isUtf8) return bytes.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function refuseBombs(members: Member[], limits: SheetLimits): void {
  let total = 0
  for (const { packed, size } of members) {
    const isUnbounded = size === UNKNOWN_SIZE || (size === 0 && packed > 2)
    if (isUnbounded || (size > SMALL && size > packed * limits.ratio)) throw unreadable(REASONS.bomb)
    total += size
  }
  if (total > limits.inflated) throw unreadable(REASONS.bomb)
}

/** Bytes that several members share would be unpacked once for each: a few of them grow without end. */
function refuseOverlaps(members: Member[]): void {
  let end = 0
  for (const { offset, packed } of members.toSorted((one, other) => one.offset - other.offset)) {
    if (offset < end) throw unreadable(REASONS.overlapping)
    end = offset + HEADER + packed
  }
}

/** The contents of a member that is small by its nature. */
export function unpackSmall(file: Buffer, member: Member): Buffer {
  if (member.size > SMALL) throw unreadable(REASONS.broken)
  try {
    const packed = packedBytes(file, member)
    return member.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: member.size + 1 })
  } catch (error) {
    throw Object.assign(unreadable(REASONS.broken), { cause: error })
  }
}

/** The contents piece by piece; a member that holds more than it declares is refused. */
export async function* unpackPieces(file: Buffer, member: Member): AsyncGenerator<Buffer> {
  const packed = packedBytes(file, member)
  let size = 0
  try {
    for await (const piece of member.method === 0 ? slices(packed) : inflate(packed)) {
      size += piece.length
      if (size > member.size) throw new Error(`${member.name} is larger than it says`)
      yield piece
    }
  } catch (error) {
    throw Object.assign(unreadable(REASONS.broken), { cause: error })
  }
}

function packedBytes(file: Buffer, { offset, packed }: Member): Buffer {
  if (offset + 30 > file.length) throw unreadable(REASONS.broken)
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  return file.subarray(start, start + packed)
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}

function inflate(packed: Buffer): AsyncIterable<Buffer> {
  const unpacker = createInflateRaw()
  unpacker.end(packed)
  return unpacker as AsyncIterable<Buffer>
}
