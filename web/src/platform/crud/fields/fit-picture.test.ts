// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fitPicture, middleOf } from './fit-picture.ts'

const PHOTO = [295, 413] as const
const LIMIT = 500 * 1024

/** What the browser would do: it remembers what was drawn, and answers as many bytes as the quality asks for. */
const drawn: number[][] = []
const qualities: number[] = []
let bytesOf: (quality: number) => number
let closed = 0

beforeEach(() => {
  drawn.length = 0
  qualities.length = 0
  closed = 0
  bytesOf = () => 1000
  stubBitmap(3000, 4000)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (_picture: unknown, ...place: number[]) => void drawn.push(place),
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type, quality = 1) => {
    qualities.push(quality)
    take(new Blob([new Uint8Array(bytesOf(quality))], { type: type ?? '' }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const asked: unknown[] = []

function stubBitmap(width: number, height: number): void {
  asked.length = 0
  vi.stubGlobal('createImageBitmap', async (_file: File, options: unknown) => {
    asked.push(options)
    return { width, height, close: () => (closed += 1) }
  })
}

const file = new File(['x'], '我的照片.png', { type: 'image/png' })

test('a picture is turned as the camera meant it, cut to the proportion, and let go of', async () => {
  const photo = await fitPicture(file, PHOTO)
  expect(asked).toEqual([{ imageOrientation: 'from-image' }])
  const [x = 0, y = 0, w = 0, h = 0, , , width = 0, height = 0] = drawn[0] ?? []
  expect(w / h).toBeCloseTo(295 / 413, 5)
  expect([width, height]).toEqual([590, 826])
  // Inside the picture, in the middle, rather above it.
  expect(x).toBeCloseTo((3000 - w) / 2, 5)
  expect(x + w).toBeLessThanOrEqual(3000)
  expect(y + h).toBeLessThanOrEqual(4000)
  expect([photo?.name, photo?.type, closed]).toEqual(['我的照片.jpg', 'image/jpeg', 1])
})

test('it is pressed harder until it has no more than 500 kB, and given up where nothing helps', async () => {
  bytesOf = (quality) => (quality > 0.7 ? LIMIT + 1 : LIMIT)
  expect((await fitPicture(file, PHOTO))?.size).toBe(LIMIT)
  expect(qualities).toEqual([0.92, 0.85, 0.75, 0.6])
  bytesOf = () => LIMIT + 1
  expect(await fitPicture(file, PHOTO)).toBeUndefined()
  expect(closed).toBe(2)
})

test('what cannot be read is no picture', async () => {
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
  expect(await fitPicture(file, PHOTO)).toBeUndefined()
})

test.each([
  [4000, 3000],
  [295, 413],
  [100, 1000],
  [60, 60],
])('of %s x %s the cut lies inside, has its proportion and is never larger than it was', (width, height) => {
  const cut = middleOf(width, height, PHOTO)
  expect(cut.w / cut.h).toBeCloseTo(295 / 413, 5)
  expect(cut.x).toBeGreaterThanOrEqual(0)
  expect(cut.y).toBeGreaterThanOrEqual(0)
  expect(cut.x + cut.w).toBeLessThanOrEqual(width + 1e-9)
  expect(cut.y + cut.h).toBeLessThanOrEqual(height + 1e-9)
  expect(Math.abs(cut.w - width) < 1e-9 || Math.abs(cut.h - height) < 1e-9).toBe(true)
  expect(cut.width).toBeLessThanOrEqual(Math.ceil(cut.w))
})
