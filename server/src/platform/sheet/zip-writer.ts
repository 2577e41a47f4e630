import { crc32, createDeflateRaw } from 'node:zlib'

/** Where the bytes of an archive go; awaited, so a slow receiver slows the writer down. */
export type Sink = (chunk: Buffer) => Promise<void>

type Content = string | Buffer | AsyncIterable<string>

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Bits: sizes follow the data (nothing is held back to know them first), names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1980-01-01: archives of equal content are equal. */
const DOS_DATE = 0x21

/** Writes an archive member by member without keeping any of them. */
export function createZip(sink: Sink) {
  const entries: Entry[] = []
  let offset = 0
  async function put(chunk: Buffer): Promise<void> {
    offset += chunk.length
    await sink(chunk)
  }
  async function add(name: string, content: Content): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    await put(localHeader(entry))
    for await (const chunk of deflate(pieces(content), entry)) {
      entry.packed += chunk.length
      await put(chunk)
    }
    await put(descriptor(entry))
    entries.push(entry)
  }
  async function end(): Promise<void> {
    const start = offset
    for (const entry of entries) await put(directoryEntry(entry))
    await put(endOfDirectory(entries.length, offset - start, start))
  }
  return { add, end }
}

async function* pieces(content: Content): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) yield content
  else if (typeof content === 'string') yield Buffer.from(content)
  else for await (const text of content) yield Buffer.from(text)
}

async function* deflate(source: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 5 })
  const feeding = feed(source, packer, entry).catch((error: unknown) => packer.destroy(error as Error))
  for await (const chunk of packer) yield chunk as Buffer
  await feeding
}

async function feed(
  source: AsyncIterable<Buffer>,
  packer: ReturnType<typeof createDeflateRaw>,
  entry: Entry,
): Promise<void> {
  for await (const chunk of source) {
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    if (!packer.write(chunk)) await new Promise((resolve) => packer.once('drain', resolve))
  }
  packer.end()
}

function localHeader(entry: Entry): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([head, entry.name])
}

function descriptor(entry: Entry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(entry.crc, 4)
  tail.writeUInt32LE(entry.packed, 8)
  tail.writeUInt32LE(entry.size, 12)
  return tail
}

function directoryEntry(entry: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(entry.packed, 20)
  head.writeUInt32LE(entry.size, 24)
  head.writeUInt16LE(entry.name.length, 28)
  head.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([head, entry.name])
}

function endOfDirectory(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}
