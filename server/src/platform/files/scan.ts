import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type Socket, connect } from 'node:net'
import type { Place } from '../config.ts'
import { AppError, refuse } from '../error.ts'
import { tellSecurity } from '../audit/security-events.ts'

/** Looks through a file before it is kept. Throws in the user's words when it must not be. */
export type Scan = (path: string) => Promise<void>

const TIMEOUT_MS = 120_000
const UNAVAILABLE = { status: 503, text: '文件安全检查没有应答，请稍后再试' } as const

/** By the clamd of the house, where one is set up; without it every file is let through. */
export function scannerOf(place: Place | undefined): Scan {
  if (!place) return async () => undefined
  return async (path) => {
    const verdict = await ask(place, path)
    if (/^stream: OK$/.test(verdict)) return
    const found = /^stream: (.+) FOUND$/.exec(verdict)?.[1]
    if (found) {
      tellSecurity({ kind: 'malware', isAlarm: true, text: `upload refused: ${found}` })
      throw refuse('文件含有恶意内容，未保存')
    }
    if (verdict.includes('size limit exceeded')) throw refuse('文件超过安全检查的大小上限，未保存')
    throw new AppError(UNAVAILABLE)
  }
}

/** One answer for one file, by INSTREAM; empty when there is none. */
async function ask(place: Place, path: string): Promise<string> {
  const socket = connect(place)
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
  const answer = read(socket)
  try {
    for await (const frame of frames(path)) {
      // It may have said all it has to say before the whole file is sent.
      if (!socket.writable) break
      if (!socket.write(frame)) await Promise.race([once(socket, 'drain').catch(() => undefined), answer])
    }
    return await answer
  } finally {
    socket.destroy()
  }
}

function read(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text.replaceAll('\u0000', '').trim()))
  })
}

/** The command, the contents in pieces with their lengths, and a piece of none. */
async function* frames(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of createReadStream(path)) {
    const piece = chunk as Buffer
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield Buffer.concat([length, piece])
  }
  yield Buffer.alloc(4)
}
