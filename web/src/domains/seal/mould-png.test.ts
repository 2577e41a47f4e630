import { crc32, inflateSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { pointsOf, toPng, withDensity } from './mould-png.ts'

/** A PNG of one point. */
const ONE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('42 millimetres are 496 points of 300 to the inch', () => {
  expect([pointsOf(42), pointsOf(25.4)]).toEqual([496, 300])
})

test('the size of a point stands behind the header, and the picture is the same', () => {
  const made = Buffer.from(withDensity(ONE))
  const chunk = made.subarray(33, 54)
  expect(chunk.toString('latin1', 4, 8)).toBe('pHYs')
  // 300 to the inch are 11811 to the metre.
  expect([chunk.readUInt32BE(0), chunk.readUInt32BE(8), chunk.readUInt32BE(12), chunk[16]]).toEqual([
    9, 11811, 11811, 1,
  ])
  expect(chunk.readUInt32BE(17)).toBe(crc32(chunk.subarray(4, 17)))
  expect(Buffer.concat([made.subarray(0, 33), made.subarray(54)])).toEqual(ONE)
  const at = made.indexOf('IDAT')
  expect(inflateSync(made.subarray(at + 4, at + 4 + made.readUInt32BE(at - 4)))).toHaveLength(5)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser whose canvas makes this of whatever is drawn. Answers what was drawn, and how large. */
function drawsTo(blob: Blob | null): number[][] {
  const drawn: number[][] = []
  class LoadedImage {
    src = ''
    async decode(): Promise<void> {}
  }
  vi.stubGlobal('Image', LoadedImage)
  const context = { drawImage: (_picture: LoadedImage, ...place: number[]) => drawn.push(place) }
  const canvas = { getContext: () => context, toBlob: (done: (made: Blob | null) => void) => done(blob) }
  vi.spyOn(document, 'createElement').mockReturnValue(canvas as unknown as HTMLElement)
  return drawn
}

test('a drawing fills a picture of its size, which says how large its points are', async () => {
  const drawn = drawsTo(new Blob([ONE]))
  const made = await toPng('<svg/>', 25.4, 12.7)
  expect(drawn).toEqual([[0, 0, 300, 150]])
  expect(made.type).toBe('image/png')
  expect(Buffer.from(await made.arrayBuffer())).toEqual(Buffer.from(withDensity(ONE)))
})

test('a browser that draws no PNG is told of', async () => {
  drawsTo(null)
  await expect(toPng('<svg/>', 42, 42)).rejects.toThrow('the browser draws no PNG')
})
