import { crc32, inflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  offset: number
  packed: number
  crc: number
}

/** Members of an archive, from its directory. */
export function readEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const entries: ZipEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    entries.push({
      name,
      crc: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    })
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** What a member holds, checked against its sum. */
export function readBytes(zip: Buffer, { offset, packed, crc, name }: ZipEntry): Buffer {
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  const content = inflateRawSync(zip.subarray(start, start + packed))
  if (crc32(content) !== crc) throw new Error(`${name} is damaged`)
  return content
}

export function readText(zip: Buffer, entry: ZipEntry): string {
  return readBytes(zip, entry).toString('utf8')
}
