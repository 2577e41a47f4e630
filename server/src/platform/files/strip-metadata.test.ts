import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exif, jpegOf, segment } from '../../../test/fixtures/jpeg.ts'
import { pictureSize } from './picture-size.ts'
import { stripMetadata } from './strip-metadata.ts'

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  return Buffer.concat([head, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const pixels = [chunk('IHDR', Buffer.alloc(13)), chunk('IDAT', deflateSync(Buffer.alloc(8)))]
const end = chunk('IEND', Buffer.alloc(0))

test('a png keeps its pixels and loses what is written beside them', () => {
  const noted = Buffer.concat([
    SIGNATURE,
    ...pixels,
    chunk('tEXt', Buffer.from('GPS\x00 104.06,30.57')),
    chunk('eXIf', Buffer.alloc(9)),
    end,
  ])
  expect(stripMetadata(noted)).toEqual({ contentType: 'image/png', bytes: Buffer.concat([SIGNATURE, ...pixels, end]) })
})

const START = Buffer.from('ffd8', 'hex')
const jfif = segment(0xe0, Buffer.from('JFIF\0\x01\x01'))
const table = segment(0xdb, Buffer.alloc(65))
const scan = Buffer.concat([segment(0xda, Buffer.alloc(10)), Buffer.from('1234ff00abcdffd9', 'hex')])

test('a jpg loses camera, place and comments, and keeps its colours', () => {
  const colours = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01data'))
  const other = segment(0xe2, Buffer.from('MPF\0'))
  const comment = segment(0xfe, Buffer.from('GPS!'))
  const noted = Buffer.concat([START, jfif, exif(1, 'II'), colours, other, comment, table, scan])
  expect(stripMetadata(noted)).toEqual({
    contentType: 'image/jpeg',
    bytes: Buffer.concat([START, jfif, colours, table, scan]),
  })
})

test('a jpg in several scans stays whole, and ends where it ends', () => {
  const restart = Buffer.from('12ffd034ff00ffff', 'hex')
  const codes = segment(0xc4, Buffer.from('ffd9', 'hex'))
  const scans = Buffer.concat([segment(0xda, Buffer.alloc(10)), restart, codes, scan])
  const preview = Buffer.concat([START, exif(1, 'MM'), table, scan])
  const clean = stripMetadata(Buffer.concat([START, exif(1, 'II'), table, scans, preview]))
  expect(clean?.bytes).toEqual(Buffer.concat([START, table, scans]))
})

test.each([
  ['that is none', (part: Buffer) => part.write('Exit', 4, 'latin1')],
  ['whose table lies behind it', (part: Buffer) => part.writeUInt32LE(33, 14)],
  ['whose table breaks off', (part: Buffer) => part.writeUInt32LE(26, 14)],
  ['without the way', (part: Buffer) => part.writeUInt16LE(0x0111, 32)],
  ['of a way there is not', (part: Buffer) => part.writeUInt16LE(9, 40)],
])('a note of the camera %s turns no picture', (_title, change) => {
  const note = exif(6, 'II')
  change(note)
  const clean = stripMetadata(Buffer.concat([START, note, jfif, table, scan]))
  expect(clean?.bytes).toEqual(Buffer.concat([START, jfif, table, scan]))
})

test('a note of the camera that is cut says nothing', () => {
  const short = segment(0xe1, exif(6, 'II').subarray(4, 4 + 15))
  expect(stripMetadata(Buffer.concat([START, short, table, scan]))?.bytes).toEqual(Buffer.concat([START, table, scan]))
})

test('the last way there is stays known', () => {
  const clean = stripMetadata(Buffer.concat([START, exif(8, 'MM'), table, scan]))
  expect(clean?.bytes.readUInt16BE(30)).toBe(8)
})

test.each(['II', 'MM'] as const)('which way up it is stays known (%s)', (order) => {
  const clean = stripMetadata(Buffer.concat([START, exif(6, order), jfif, table, scan]))
  expect(clean?.bytes.includes('GPS!')).toBe(false)
  expect(stripMetadata(clean?.bytes ?? Buffer.alloc(0))?.bytes).toEqual(clean?.bytes)
  expect(clean?.bytes.subarray(0, 38).toString('hex')).toBe(
    'ffd8ffe10022457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000',
  )
})

test.each([
  ['nothing', ''],
  ['a gif', '474946383961'],
  ['a program', '4d5a9000'],
  ['a jpg that breaks off', 'ffd8ffe000ff00'],
  ['a png that breaks off', '89504e470d0a1a0a0000000d49484452'],
  ['a png of one part that is longer than the file', '89504e470d0a1a0a0000000149454e4400000000'],
  ['a png without an end', '89504e470d0a1a0a000000004944415400000000'],
  ['a jpg without pixels', 'ffd8ffe00004aaaaffd9'],
  ['a jpg of something else than parts', 'ffd8ffe00004aaaa00da0004aaaa1234ffd9'],
])('%s is no picture', (_title, hex) => {
  expect(stripMetadata(Buffer.from(hex, 'hex'))).toBeUndefined()
})

test.each([
  [1, { width: 295, height: 413 }],
  [3, { width: 295, height: 413 }],
  [6, { width: 413, height: 295 }],
  [8, { width: 413, height: 295 }],
])('a picture of orientation %i has the sides it is seen with', (orientation, seen) => {
  const clean = stripMetadata(jpegOf(295, 413, orientation))
  expect(clean && pictureSize(clean)).toEqual(seen)
})

test('a png says its sides in its head', () => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(295, 0)
  head.writeUInt32BE(413, 4)
  const clean = stripMetadata(Buffer.concat([SIGNATURE, chunk('IHDR', head), end]))
  expect(clean && pictureSize(clean)).toEqual({ width: 295, height: 413 })
})
