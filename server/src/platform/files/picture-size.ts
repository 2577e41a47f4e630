import type { CleanPicture } from './strip-metadata.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Width and height as the picture is seen, after its orientation; zero where it says none. */
export function pictureSize({ contentType, bytes }: CleanPicture): PictureSize {
  if (contentType === 'image/png') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return jpegSize(bytes)
}

const EXIF = 0xe1
/** Where the one entry of the Exif segment that `stripMetadata` leaves has its value. */
const ORIENTATION_AT = 29
/** From here on the sides of a picture stand for one another (TIFF 6.0). */
const FIRST_TURNED = 5

/** Frames of every kind of coding: SOF0 to SOF15 without the tables of codes between them (ITU T.81, table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function jpegSize(bytes: Buffer): PictureSize {
  let isTurned = false
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === EXIF) isTurned = bytes.readUInt8(at + ORIENTATION_AT) >= FIRST_TURNED
    if (!isFrame(marker)) continue
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
    return isTurned ? { width: height, height: width } : { width, height }
  }
  return { width: 0, height: 0 }
}
