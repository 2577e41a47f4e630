import { deflateSync } from 'node:zlib'
import { inflate, unfilterPng } from './filters.ts'
import type { Increment } from './write.ts'
import { numberText } from './write.ts'
import { type Dict, Name, PdfError, type Ref, Stream, type Value, broken } from './values.ts'

/** The face of a seal as it goes into a document. */
export interface Face {
  /** PNG, JPG or SVG. */
  type: string
  data: Buffer
  /** Millimetres. */
  width: number
  height: number
}

export const POINTS_PER_MM = 72 / 25.4

/** Adds the face as a form of 1 mm per unit, its origin in the upper left corner and y downwards; answers where it is. */
export function addFace(increment: Increment, face: Face): Ref {
  const { width, height } = face
  const { content, resources } = face.type === 'SVG' ? drawn(face) : pictured(increment, face)
  const dict: Dict = new Map<string, Value>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [0, 0, width, height]],
    ['Resources', resources],
    ['Filter', new Name('FlateDecode')],
  ])
  return increment.add(new Stream(dict, deflateSync(Buffer.from(content, 'latin1'))))
}

interface Drawing {
  content: string
  resources: Dict
}

/** Our own drawings: one filled path. */
function drawn({ data, width, height }: Face): Drawing {
  const [, colour = 'D7191C', path = ''] = /fill="#([0-9a-fA-F]{6})" d="([^"]+)"/.exec(data.toString('utf8')) ?? []
  if (!path) throw broken('drawing of another kind')
  const rgb = [0, 2, 4].map((at) => numberText(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ')
  const origin = `1 0 0 1 ${numberText(width / 2)} ${numberText(height / 2)} cm`
  return { content: `${rgb} rg ${origin}\n${pathOperators(path)} f`, resources: new Map() }
}

/** SVG path commands (M L Q C A Z, absolute) as operators of a page. */
export function pathOperators(path: string): string {
  const out: string[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', rest = ''] of path.matchAll(/([MLQCAZ])([^MLQCAZ]*)/g)) {
    const n = (rest.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
    const at = (i: number): number => n[i] ?? 0
    const say = (...values: number[]) => values.map(numberText).join(' ')
    if (command === 'Z') out.push('h')
    else if (command === 'M' || command === 'L') out.push(`${say(at(0), at(1))} ${command.toLowerCase()}`)
    else if (command === 'C') out.push(`${say(...n.slice(0, 6))} c`)
    else if (command === 'Q') {
      const [qx, qy] = [at(0), at(1)]
      const third = (from: number, to: number) => from + (2 / 3) * (to - from)
      out.push(`${say(third(x, qx), third(y, qy), third(at(2), qx), third(at(3), qy), at(2), at(3))} c`)
    } else out.push(...halfEllipse([x, y], [at(5), at(6)], at(0), at(1), at(4) === 1))
    if (command !== 'Z') [x, y] = [at(n.length - 2), at(n.length - 1)]
  }
  return out.join('\n')
}

/** Half an ellipse between two ends of its long axis, as two curves. */
function halfEllipse(from: number[], to: number[], a: number, b: number, isClockwise: boolean): string[] {
  const [x1 = 0, y1 = 0] = from
  const [x2 = 0] = to
  const kappa = 0.5522847498
  const middle = (x1 + x2) / 2
  const side = x2 > x1 ? 1 : -1
  // Clockwise on a page whose y goes down: from the left over the top.
  const top = y1 + (isClockwise ? -side : side) * b
  const bend = (top - y1) * kappa
  const reach = side * a * kappa
  const say = (...values: number[]) => `${values.map(numberText).join(' ')} c`
  return [say(x1, y1 + bend, middle - reach, top, middle, top), say(middle + reach, top, x2, y1 + bend, x2, y1)]
}

function pictured(increment: Increment, face: Face): Drawing {
  const image = increment.add(imageOf(increment, face))
  const [w, h] = [numberText(face.width), numberText(face.height)]
  const resources: Dict = new Map([['XObject', new Map([['Im', image]])]])
  // A picture stands on its foot: y is turned round once more.
  return { content: `${w} 0 0 -${h} 0 ${h} cm /Im Do`, resources }
}

/** What is wrong with the picture is said of the picture, not of the document. */
function imageOf(increment: Increment, { type, data }: Face): Stream {
  try {
    return type === 'PNG' ? pngImage(increment, data) : jpgImage(data)
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError) throw new PdfError('picture', error.message)
    throw error
  }
}

function imageDict(width: number, height: number, space: string, filter: string): Dict {
  return new Map<string, Value>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Image')],
    ['Width', width],
    ['Height', height],
    ['BitsPerComponent', 8],
    ['ColorSpace', new Name(space)],
    ['Filter', new Name(filter)],
  ])
}

function jpgImage(data: Buffer): Stream {
  for (let at = 2; at + 9 < data.length;) {
    const marker = data[at + 1] ?? 0
    if (data[at] !== 0xff) break
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const [height, width, parts] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7), data[at + 9]]
      const space = parts === 1 ? 'DeviceGray' : parts === 4 ? 'DeviceCMYK' : 'DeviceRGB'
      return new Stream(imageDict(width, height, space, 'DCTDecode'), data)
    }
    at += 2 + data.readUInt16BE(at + 2)
  }
  throw broken('picture cannot be read')
}

/** Channels by the kind of colour (PNG 11.2.2): grey, RGB, grey with alpha, RGB with alpha. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 }
const MOST_PIXELS = 16_000_000

function pngImage(increment: Increment, data: Buffer): Stream {
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)]
  const [depth, kind = 9, , , interlace] = data.subarray(24, 29)
  const channels = CHANNELS[kind]
  if (depth !== 8 || !channels || interlace !== 0 || width * height > MOST_PIXELS) {
    throw broken('picture of another kind: 8 bits, not interlaced, without a palette')
  }
  const pixels = unfilterPng(inflate(chunksOf(data)), width * channels, channels)
  const hasAlpha = channels % 2 === 0
  const colours = hasAlpha ? channels - 1 : channels
  const colour = Buffer.alloc(width * height * colours)
  const alpha = Buffer.alloc(width * height)
  for (let i = 0; i < width * height; i += 1) {
    for (let c = 0; c < colours; c += 1) colour[i * colours + c] = pixels[i * channels + c] ?? 0
    alpha[i] = hasAlpha ? (pixels[i * channels + colours] ?? 0) : 255
  }
  const dict = imageDict(width, height, colours === 1 ? 'DeviceGray' : 'DeviceRGB', 'FlateDecode')
  if (hasAlpha) {
    const mask = new Stream(imageDict(width, height, 'DeviceGray', 'FlateDecode'), deflateSync(alpha))
    dict.set('SMask', increment.add(mask))
  }
  return new Stream(dict, deflateSync(colour))
}

function chunksOf(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= data.length;) {
    const length = data.readUInt32BE(at)
    if (data.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return Buffer.concat(parts)
}
