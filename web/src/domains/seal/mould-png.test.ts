import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pointsOf, withDensity } from './mould-png.ts'

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
