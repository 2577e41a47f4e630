import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { once } from 'node:events'

/** One thing in a backup: a table's rows or a file, by its path. */
export interface Entry {
  path: string
  size: number
  sha256: string
}

/**
 * Entries one after another: the length of the path and the path, then chunks with their length, an empty chunk at
 * the end. Sizes need not be known before, as rows are streamed.
 */
export class ArchiveWriter {
  readonly entries: Entry[] = []

  constructor(private readonly out: Writable) {}

  async add(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Entry> {
    const hash = createHash('sha256')
    let size = 0
    await this.write(Buffer.from(path))
    for await (const chunk of content) {
      if (chunk.length === 0) continue
      hash.update(chunk)
      size += chunk.length
      await this.write(chunk)
    }
    await this.write(Buffer.alloc(0))
    const entry = { path, size, sha256: hash.digest('hex') }
    this.entries.push(entry)
    return entry
  }

  private async write(bytes: Buffer): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length, 0)
    this.out.write(length)
    if (!this.out.write(bytes)) await once(this.out, 'drain')
  }
}

/** Reads what `ArchiveWriter` wrote, in its order; each entry's content must be read before the next. */
export class ArchiveReader {
  private readonly source: AsyncIterator<Buffer>
  private buffer: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async *entries(): AsyncGenerator<{ path: string; content: AsyncGenerator<Buffer> }> {
    for (;;) {
      const path = await this.chunk(true)
      if (path === undefined) return
      let isRead = false
      const content = this.content(() => (isRead = true))
      yield { path: path.toString(), content }
      if (!isRead) for await (const _rest of content);
    }
  }

  private async *content(done: () => void): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await this.chunk(false)
      if (!chunk || chunk.length === 0) break
      yield chunk
    }
    done()
  }

  private async chunk(mayEnd: boolean): Promise<Buffer | undefined> {
    const head = await this.take(4, mayEnd)
    return head && this.take(head.readUInt32BE(0), false)
  }

  private async take(size: number, mayEnd: boolean): Promise<Buffer | undefined> {
    const parts = [this.buffer]
    let have = this.buffer.length
    while (have < size) {
      const next = await this.source.next()
      if (next.done) {
        if (mayEnd && have === 0) return undefined
        throw new Error('备份文件不完整')
      }
      parts.push(next.value)
      have += next.value.length
    }
    const all = parts.length > 1 ? Buffer.concat(parts) : this.buffer
    this.buffer = all.subarray(size)
    return all.subarray(0, size)
  }
}
