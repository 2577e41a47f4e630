import { errorWords } from './qr-words.ts'

/** Per version 1 to 10 at level M: check words per block, and how many data words each block has. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
]
/** Centres of the alignment patterns by version. */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]
const LEVEL_M = 0b00

type Cell = boolean | undefined
type Grid = Cell[][]

/** A QR code (ISO/IEC 18004, bytes, level M, at most 213 of them) as rows of dark cells. */
export function qrCode(text: string): boolean[][] {
  const bytes = [...Buffer.from(text)]
  const version = BLOCKS.findIndex(([, blocks], at) => bytes.length + (at < 9 ? 2 : 3) <= sum(blocks)) + 1
  if (version === 0) throw new Error('the text is too long for the picture')
  const bits = interleaved(version, dataWords(version, bytes)).flatMap((word) => bitsOf(word, 8))
  const drawn = Array.from({ length: 8 }, (_one, mask) => draw(version, bits, mask))
  return drawn.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best))
}

/** Dark cells as one path, with the quiet zone around it. */
export function qrSvg(text: string): string {
  const rows = qrCode(text)
  const size = rows.length + 8
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

function dataWords(version: number, bytes: number[]): number[] {
  const room = sum(blocksOf(version)[1])
  const bits = [
    ...bitsOf(0b0100, 4),
    ...bitsOf(bytes.length, version < 10 ? 8 : 16),
    ...bytes.flatMap((one) => bitsOf(one, 8)),
  ]
  for (let i = 0; i < 4 && bits.length < room * 8; i += 1) bits.push(0)
  while (bits.length % 8 !== 0) bits.push(0)
  const words = Array.from({ length: bits.length / 8 }, (_one, at) => numberOf(bits.slice(at * 8, at * 8 + 8)))
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

function interleaved(version: number, words: number[]): number[] {
  const [checks, sizes] = blocksOf(version)
  let from = 0
  const blocks = sizes.map((size) => words.slice(from, (from += size)))
  const ends = blocks.map((block) => errorWords(block, checks))
  return [...columns(blocks), ...columns(ends)]
}

function columns(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: longest }, (_one, at) => blocks.flatMap((block) => block[at] ?? [])).flat()
}

function draw(version: number, bits: number[], mask: number): boolean[][] {
  const grid = frame(version)
  const size = grid.length
  drawFormat(grid, mask)
  if (version >= 7) drawVersion(grid, version)
  let at = 0
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (grid[y]?.[x] !== undefined) continue
        set(grid, x, y, (bits[at] === 1) !== isMasked(mask, x, y))
        at += 1
      }
    }
  }
  return grid as boolean[][]
}

/** Finders, timing, alignment and the cell that is always dark. */
function frame(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => Array.from<Cell>({ length: size }))
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(grid, x, y, 4, (ring) => ring !== 2 && ring !== 4)
  for (let i = 8; i < size - 8; i += 1) {
    set(grid, i, 6, i % 2 === 0)
    set(grid, 6, i, i % 2 === 0)
  }
  const centres = CENTRES[version - 1] ?? []
  for (const y of centres) {
    for (const x of centres) {
      const isAtFinder = (x < 9 && y < 9) || (x < 9 && y > size - 10) || (x > size - 10 && y < 9)
      if (!isAtFinder) square(grid, x, y, 2, (ring) => ring !== 1)
    }
  }
  set(grid, 8, size - 8, true)
  return grid
}

function square(grid: Grid, cx: number, cy: number, reach: number, isDark: (ring: number) => boolean): void {
  for (let y = cy - reach; y <= cy + reach; y += 1) {
    for (let x = cx - reach; x <= cx + reach; x += 1) {
      set(grid, x, y, isDark(Math.max(Math.abs(x - cx), Math.abs(y - cy))))
    }
  }
}

function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length
  const bits = formatBits(mask)
  for (let i = 0; i < 15; i += 1) {
    const isDark = ((bits >> i) & 1) === 1
    if (i < 6) set(grid, 8, i, isDark)
    else if (i < 8) set(grid, 8, i + 1, isDark)
    else if (i === 8) set(grid, 7, 8, isDark)
    else set(grid, 14 - i, 8, isDark)
    if (i < 8) set(grid, size - 1 - i, 8, isDark)
    else set(grid, 8, size - 15 + i, isDark)
  }
}

/** Level and mask with their BCH check, 15 bits. */
export function formatBits(mask: number): number {
  const data = (LEVEL_M << 3) | mask
  return ((data << 10) | remainder(data << 10, 0b10100110111)) ^ 0b101010000010010
}

function drawVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version << 12, 0b1111100100101)
  for (let i = 0; i < 18; i += 1) {
    const isDark = ((bits >> i) & 1) === 1
    const [far, near] = [grid.length - 11 + (i % 3), Math.floor(i / 3)]
    set(grid, far, near, isDark)
    set(grid, near, far, isDark)
  }
}

function remainder(value: number, divisor: number): number {
  let rest = value
  while (Math.clz32(rest) <= Math.clz32(divisor)) rest ^= divisor << (Math.clz32(divisor) - Math.clz32(rest))
  return rest
}

export function isMasked(mask: number, x: number, y: number): boolean {
  switch (mask) {
    case 0:
      return (x + y) % 2 === 0
    case 1:
      return y % 2 === 0
    case 2:
      return x % 3 === 0
    case 3:
      return (x + y) % 3 === 0
    case 4:
      return (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0
    case 5:
      return ((x * y) % 2) + ((x * y) % 3) === 0
    case 6:
      return (((x * y) % 2) + ((x * y) % 3)) % 2 === 0
    default:
      return (((x + y) % 2) + ((x * y) % 3)) % 2 === 0
  }
}

/** Long runs and an uneven share of dark cells are hard to read; enough of the standard's score to choose by. */
function penalty(grid: boolean[][]): number {
  const lines = [...grid, ...grid.map((_row, x) => grid.map((row) => row[x] ?? false))]
  const runs = lines.flatMap(
    (line) =>
      line
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .match(/0{5,}|1{5,}/g) ?? [],
  )
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2
  return runs.reduce((total, run) => total + run.length - 2, 0) + Math.floor(Math.abs(dark - 0.5) * 20) * 10
}

/** Cells outside the picture are left out: the quiet edge of a finder at the border. */
function set(grid: Grid, x: number, y: number, isDark: boolean): void {
  const row = grid[y]
  if (row && x >= 0 && x < row.length) row[x] = isDark
}

function blocksOf(version: number): [number, number[]] {
  const found = BLOCKS[version - 1]
  if (!found) throw new Error(`no version ${version}`)
  return found
}

function bitsOf(value: number, length: number): number[] {
  return Array.from({ length }, (_one, at) => (value >> (length - 1 - at)) & 1)
}

function numberOf(bits: number[]): number {
  return bits.reduce((total, bit) => total * 2 + bit, 0)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
