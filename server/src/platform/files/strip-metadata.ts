export interface CleanPicture {
  contentType: 'image/jpeg' | 'image/png'
  bytes: Buffer
}

/** A jpg or png without what was written beside the picture (place, time, camera); nothing for any other contents. */
export function stripMetadata(bytes: Buffer): CleanPicture | undefined {
  if (bytes.subarray(0, 8).equals(PNG)) return png(bytes)
  return bytes.subarray(0, 3).equals(JPEG) ? jpeg(bytes) : undefined
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const BESIDE = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function png(bytes: Buffer): CleanPicture | undefined {
  const parts: Buffer[] = [PNG]
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!BESIDE.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return { contentType: 'image/png', bytes: Buffer.concat(parts) }
    at = end
  }
  return undefined
}

const START_OF_SCAN = 0xda
const END_OF_PICTURE = 0xd9
const APP0 = 0xe0
const EXIF = 0xe1
const COLOUR = 0xe2
const ADOBE = 0xee
const COMMENT = 0xfe

function jpeg(bytes: Buffer): CleanPicture | undefined {
  const parts: Buffer[] = []
  let orientation = 1
  let hasScan = false
  for (let at = 2; at + 4 <= bytes.length && bytes.readUInt8(at + 1) !== END_OF_PICTURE;) {
    const marker = bytes.readUInt8(at + 1)
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    if (bytes.readUInt8(at) !== 0xff || end > bytes.length) return undefined
    if (marker === START_OF_SCAN) {
      hasScan = true
      end = endOfScan(bytes, end)
    }
    const segment = bytes.subarray(at, end)
    if (marker === EXIF) orientation = orientationOf(segment) ?? orientation
    if (isPicture(marker, segment)) parts.push(segment)
    at = end
  }
  if (!hasScan) return undefined
  if (orientation !== 1) parts.unshift(orientationSegment(orientation))
  return { contentType: 'image/jpeg', bytes: Buffer.concat([bytes.subarray(0, 2), ...parts, END]) }
}

/** What stands behind this (previews with Exif of their own, films) is not the picture. */
const END = Buffer.from([0xff, END_OF_PICTURE])

/** Where the data of a scan end: at a marker that is neither a stuffed byte, nor filling, nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/** Application segments are left out but for those that say how colours are meant. */
function isPicture(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker === COLOUR) return segment.toString('latin1', 4, 15) === 'ICC_PROFILE'
  return marker < APP0 || marker > 0xef || marker === APP0 || marker === ADOBE
}

const ORIENTATION = 0x0112

/** Which way up an Exif segment says the picture is; TIFF 6.0, either byte order. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 8) !== 'Exif' || segment.length < 24) return undefined
  const tiff = segment.subarray(10)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return undefined
  for (let i = 0, at = first + 2; i < short(first) && at + 12 <= tiff.length; i += 1, at += 12) {
    if (short(at) === ORIENTATION) return short(at + 8) <= 8 ? short(at + 8) : undefined
  }
  return undefined
}

/** An Exif segment that says nothing else. */
function orientationSegment(orientation: number): Buffer {
  const head = 'ffe10022' + '457869660000' + '4d4d002a00000008'
  const entry = '0001' + '0112' + '0003' + '00000001' + orientation.toString(16).padStart(4, '0') + '0000'
  return Buffer.from(`${head}${entry}00000000`, 'hex')
}
