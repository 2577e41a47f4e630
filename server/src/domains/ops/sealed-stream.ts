import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const MAGIC = Buffer.from('XHBAK1\n')
const SALT = 32
const TAG = 16
const PIECE = 1024 * 1024

/** Key of one file, from the master key and the file's own salt. */
function keyOf(masterKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, salt, 'backup', 32))
}

/** Place in the file and whether it is the end: pieces can be neither moved, dropped nor cut off unnoticed. */
function nonceOf(at: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(at, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/**
 * AES-256-GCM in pieces of 1 MiB: magic, salt, then for each piece its length, the sealed bytes and their tag.
 * Each piece is proved before it is handed on, so that nothing unproved is ever unpacked.
 */
export class Seal extends Transform {
  private readonly salt = randomBytes(SALT)
  private readonly key: Buffer
  private waiting: Buffer[] = []
  private size = 0
  private at = 0

  constructor(masterKey: Buffer) {
    super()
    this.key = keyOf(masterKey, this.salt)
    this.push(Buffer.concat([MAGIC, this.salt]))
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.waiting.push(chunk)
    this.size += chunk.length
    if (this.size > PIECE) {
      const all = Buffer.concat(this.waiting)
      let from = 0
      // The last piece is marked, so a full one is kept back until it is known that more follows.
      for (; all.length - from > PIECE; from += PIECE) this.pushPiece(all.subarray(from, from + PIECE), false)
      this.waiting = [all.subarray(from)]
      this.size = all.length - from
    }
    done()
  }

  override _flush(done: TransformCallback): void {
    this.pushPiece(Buffer.concat(this.waiting), true)
    done()
  }

  private pushPiece(piece: Buffer, isLast: boolean): void {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(this.at, isLast))
    const head = Buffer.alloc(5)
    head.writeUInt32BE(piece.length, 0)
    head.writeUInt8(isLast ? 1 : 0, 4)
    this.push(Buffer.concat([head, cipher.update(piece), cipher.final(), cipher.getAuthTag()]))
    this.at += 1
  }
}

/** The way back. Ends with an error when the key is another one, or a byte has changed or is missing. */
export class Unseal extends Transform {
  private buffer: Buffer = Buffer.alloc(0)
  private key: Buffer | undefined
  private at = 0
  private isEnded = false

  constructor(private readonly masterKey: Buffer) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.buffer = this.buffer.length > 0 ? Buffer.concat([this.buffer, chunk]) : chunk
    try {
      this.readHead()
      while (this.readPiece());
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    done(this.isEnded && this.buffer.length === 0 ? null : new Error('备份文件不完整'))
  }

  private readHead(): void {
    if (this.key || this.buffer.length < MAGIC.length + SALT) return
    if (!this.buffer.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('不是备份文件')
    this.key = keyOf(this.masterKey, this.buffer.subarray(MAGIC.length, MAGIC.length + SALT))
    this.buffer = this.buffer.subarray(MAGIC.length + SALT)
  }

  private readPiece(): boolean {
    if (!this.key || this.buffer.length < 5) return false
    const length = this.buffer.readUInt32BE(0)
    if (length > PIECE || this.isEnded) throw new Error('备份文件已损坏')
    if (this.buffer.length < 5 + length + TAG) return false
    const isLast = this.buffer.readUInt8(4) === 1
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonceOf(this.at, isLast))
    decipher.setAuthTag(this.buffer.subarray(5 + length, 5 + length + TAG))
    this.push(this.opened(decipher.update(this.buffer.subarray(5, 5 + length)), decipher))
    this.buffer = this.buffer.subarray(5 + length + TAG)
    this.at += 1
    this.isEnded = isLast
    return true
  }

  private opened(piece: Buffer, decipher: { final(): Buffer }): Buffer {
    try {
      return Buffer.concat([piece, decipher.final()])
    } catch {
      throw new Error('备份文件已损坏，或主密钥不是备份时的那一个')
    }
  }
}
