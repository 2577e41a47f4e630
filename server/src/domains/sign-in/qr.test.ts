import { describe, expect, test } from 'vitest'
import { formatBits, isMasked, qrCode, qrSvg } from './qr.ts'
import { errorWords } from './qr-words.ts'

/** Data and check words per block of the versions the tests reach, and the cells of the alignment patterns. */
const SHAPE: Record<number, { blocks: number[]; checks: number; centres: number[] }> = {
  1: { blocks: [16], checks: 10, centres: [] },
  4: { blocks: [32, 32], checks: 18, centres: [6, 26] },
  8: { blocks: [38, 38, 39, 39], checks: 22, centres: [6, 24, 42] },
  10: { blocks: [43, 43, 43, 43, 44], checks: 26, centres: [6, 28, 50] },
}

/** Reads a picture as a telephone does: mask from the format cells, words in their zigzag, blocks taken apart. */
function decode(grid: boolean[][]): string {
  const size = grid.length
  const version = (size - 17) / 4
  const shape = SHAPE[version]
  if (!shape) throw new Error(`version ${version}`)
  const format = Array.from({ length: 15 }, (_one, i) => Number(formatCell(grid, i)) << i).reduce((a, b) => a | b)
  const mask = Array.from({ length: 8 }, (_one, at) => at).find((at) => formatBits(at) === format)
  if (mask === undefined) throw new Error('no mask')
  const bits: number[] = []
  let isUp = true
  for (const right of Array.from(
    { length: (size - 1) / 2 },
    (_one, at) => size - 1 - 2 * at - (size - 1 - 2 * at <= 6 ? 1 : 0),
  )) {
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (!isFunction(size, version, shape.centres, x, y)) bits.push(Number(grid[y]?.[x] !== isMasked(mask, x, y)))
      }
    }
    isUp = !isUp
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_one, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  return textOf(version, taken(words, shape))
}

function formatCell(grid: boolean[][], i: number): boolean {
  const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8]
  return grid[y]?.[x] ?? false
}

function isFunction(size: number, version: number, centres: number[], x: number, y: number): boolean {
  const isFinder = (x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9)
  const isVersion = version >= 7 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))
  const isAligned = centres.some((cy) =>
    centres.some((cx) => {
      const isCorner = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)
      return !isCorner && Math.abs(x - cx) < 3 && Math.abs(y - cy) < 3
    }),
  )
  return isFinder || isVersion || isAligned || x === 6 || y === 6
}

function taken(words: number[], { blocks, checks }: { blocks: number[]; checks: number }): number[] {
  const parts: number[][] = blocks.map(() => [])
  let at = 0
  for (let i = 0; i < Math.max(...blocks); i += 1) {
    for (const [n, size] of blocks.entries()) if (i < size) parts[n]?.push(words[at++] ?? 0)
  }
  const ends: number[][] = blocks.map(() => [])
  for (let i = 0; i < checks; i += 1) for (const end of ends) end.push(words[at++] ?? 0)
  for (const [n, part] of parts.entries()) expect(errorWords(part, checks)).toEqual(ends[n])
  return parts.flat()
}

function textOf(version: number, words: number[]): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('')
  const wide = version < 10 ? 8 : 16
  expect(bits.slice(0, 4)).toBe('0100')
  const length = Number.parseInt(bits.slice(4, 4 + wide), 2)
  const from = 4 + wide
  return Buffer.from(
    Array.from({ length }, (_one, at) => Number.parseInt(bits.slice(from + at * 8, from + at * 8 + 8), 2)),
  ).toString()
}

test('check words of the worked example of the standard’s tutorials', () => {
  const words = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
  expect(errorWords(words, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
})

test('format bits of level M, mask 0 and 5, as the standard lists them', () => {
  expect(formatBits(0).toString(2)).toBe('101010000010010')
  expect(formatBits(5).toString(2)).toBe('100000011001110')
})

describe('a picture', () => {
  test.each([
    ['衡', 21],
    ['https://xueheng.example/scan?code=1234567890abcdefghij', 33],
    [`otpauth://totp/${'x'.repeat(120)}`, 49],
    ['é'.repeat(106), 57],
  ])('of %s can be read again', (text, size) => {
    const grid = qrCode(text)
    expect(grid).toHaveLength(size)
    expect(decode(grid)).toBe(text)
  })

  test('has a quiet zone and says when there is too much', () => {
    expect(qrSvg('a')).toContain('viewBox="0 0 29 29"')
    expect(() => qrCode('x'.repeat(214))).toThrow()
  })
})
