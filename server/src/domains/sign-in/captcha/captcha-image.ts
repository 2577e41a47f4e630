import { randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { GLYPHS } from './captcha-glyphs.ts'

const WIDTH = 130
const HEIGHT = 48
const INK = [31, 58, 96] as const
const PAPER = [247, 248, 250] as const

/** How dark each pixel is, 0 to 1. */
type Canvas = Float32Array

/** A PNG of the letters, each turned, scaled and bent at random, under a few waves; fresh every time. */
export function captchaPng(code: string): Buffer {
  const canvas: Canvas = new Float32Array(WIDTH * HEIGHT)
  const step = (WIDTH - 24) / code.length
  ;[...code].forEach((letter, i) => drawLetter(canvas, letter, 12 + i * step, step))
  for (let i = 0; i < 3; i += 1) drawWave(canvas)
  return png(canvas)
}

function between(low: number, high: number): number {
  return low + (randomInt(10_000) / 10_000) * (high - low)
}

function drawLetter(canvas: Canvas, letter: string, left: number, step: number): void {
  const width = step * between(0.62, 0.78)
  const height = between(22, 29)
  const top = between(6, HEIGHT - height - 6)
  const [turn, bend, thick] = [between(-0.35, 0.35), between(-3, 3), between(1.3, 1.9)]
  const place = (x: number, y: number): [number, number] => {
    const [dx, dy] = [(x - 0.5) * width, (y - 0.5) * height]
    const bent = dx + Math.sin(y * Math.PI) * bend
    return [
      left + width / 2 + bent * Math.cos(turn) - dy * Math.sin(turn),
      top + height / 2 + bent * Math.sin(turn) + dy * Math.cos(turn),
    ]
  }
  for (const stroke of GLYPHS[letter] ?? []) drawStroke(canvas, stroke, place, thick)
}

function drawStroke(
  canvas: Canvas,
  stroke: number[],
  place: (x: number, y: number) => [number, number],
  thick: number,
): void {
  for (let i = 0; i + 3 < stroke.length; i += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = stroke.slice(i, i + 4)
    for (let t = 0; t <= 1; t += 0.02) dot(canvas, ...place(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t), thick, 1)
  }
}

function drawWave(canvas: Canvas): void {
  const [base, height, length, phase] = [between(10, 38), between(4, 12), between(24, 60), between(0, 6)]
  for (let x = 0; x < WIDTH; x += 0.4) dot(canvas, x, base + Math.sin(x / length + phase) * height, 0.7, 0.75)
}

function dot(canvas: Canvas, x: number, y: number, radius: number, ink: number): void {
  for (let py = Math.floor(y - radius - 1); py <= y + radius + 1; py += 1) {
    for (let px = Math.floor(x - radius - 1); px <= x + radius + 1; px += 1) {
      if (px < 0 || py < 0 || px >= WIDTH || py >= HEIGHT) continue
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(px - x, py - y))) * ink
      const at = py * WIDTH + px
      canvas[at] = Math.max(canvas[at] ?? 0, cover)
    }
  }
}

function png(canvas: Canvas): Buffer {
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1))
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const ink = canvas[y * WIDTH + x] ?? 0
      const at = y * (WIDTH * 3 + 1) + 1 + x * 3
      for (let c = 0; c < 3; c += 1) rows[at + c] = Math.round((PAPER[c] ?? 0) * (1 - ink) + (INK[c] ?? 0) * ink)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}

const TABLE = Array.from({ length: 256 }, (_one, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function crc32(bytes: Buffer): number {
  let c = 0xffffffff
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
