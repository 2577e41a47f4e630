import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { otpauthAddress } from '../credentials/index.ts'
import { drawQrCode } from './qr.ts'

const SCALE = 4

/** Paints the cells of the SVG, four pixels wide each, as a browser does. */
function paint(svg: string): { width: number; height: number; data: Uint8Array } {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const width = size * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, column, row] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let y = Number(row) * SCALE; y < (Number(row) + 1) * SCALE; y += 1) {
      for (let x = Number(column) * SCALE; x < (Number(column) + 1) * SCALE; x += 1) {
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
    }
  }
  return { width, height: width, data }
}

test.each([
  ['衡', 29],
  ['https://xueheng.example/scan?code=1234567890abcdefghij', 41],
  [`otpauth://totp/${'x'.repeat(120)}`, 57],
  ['é'.repeat(106), 65],
  [otpauthAddress('A'.repeat(32), '衡'.repeat(45), '学衡'), 97],
])('a QR code of %s is read back as the same text', (text, size) => {
  const svg = drawQrCode(text)
  expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`)
  expect(decodeQR(paint(svg), { timeLimit: 5000 })).toBe(text)
})

test('a QR code has four light cells on every side', () => {
  const cells = [...drawQrCode('a').matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect([Math.min(...cells), Math.max(...cells)]).toEqual([4, 24])
})

test('a text that fits no QR code is an error', () => {
  expect(() => drawQrCode('x'.repeat(2332))).toThrow(RangeError)
})
