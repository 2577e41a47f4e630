import { inflateRawSync } from 'node:zlib'
import { REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'

/** One member of an archive as its central directory declares it. */
interface Member {
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

/** Names of the sheets of an .xlsx, in order, and which of them are shown. */
export interface BookSheet {
  name: string
  isHidden: boolean
}

/**
 * Refuses archives that are not workbooks or would unpack into more than `limits`, before anything is unpacked;
 * the reader holds every member to its declared size. Answers the sheets.
 */
export function inspectWorkbook(file: Buffer, limits: SheetLimits): BookSheet[] {
  const members = readDirectory(file, limits)
  refuseBombs(members, limits)
  const names = new Set(members.map((member) => member.name))
  if (names.has('xl/workbook.bin')) throw unreadable(REASONS.binaryBook)
  const book = members.find((member) => /^xl\/workbook\d*\.xml$/i.test(member.name))
  if (!book || !names.has('[Content_Types].xml')) throw unreadable(REASONS.notWorkbook)
  const sheets = sheetsOf(unpack(file, book))
  if (sheets.length === 0) throw unreadable(REASONS.broken)
  return sheets
}

function readDirectory(file: Buffer, limits: SheetLimits): Member[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== END_OF_DIRECTORY) throw unreadable(REASONS.broken)
  const count = file.readUInt16LE(end + 10)
  if (count > limits.entries) throw unreadable(REASONS.bomb)
  const members: Member[] = []
  let at = file.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw unreadable(REASONS.broken)
    const nameLength = file.readUInt16LE(at + 28)
    members.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return members
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

function unpack(file: Buffer, member: Member): string {
  if (member.offset + 30 > file.length || member.size > SMALL) throw unreadable(REASONS.broken)
  const start = member.offset + 30 + file.readUInt16LE(member.offset + 26) + file.readUInt16LE(member.offset + 28)
  const packed = file.subarray(start, start + member.packed)
  try {
    return (member.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: member.size + 1 })).toString(
      'utf8',
    )
  } catch (error) {
    throw Object.assign(unreadable(REASONS.broken), { cause: error })
  }
}

function sheetsOf(bookXml: string): BookSheet[] {
  return [...bookXml.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(([, attributes = '']) => ({
    name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    isHidden: /\bstate="(hidden|veryHidden)"/.test(attributes),
  }))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_all, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? '')
}
