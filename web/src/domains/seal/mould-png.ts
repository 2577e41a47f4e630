/** Points to the inch of a drawn mould, as engravers and printers ask for it. */
const DPI = 300
const MM_PER_INCH = 25.4
/** Where the first chunk of a PNG ends: signature, and the header with its size. */
const AFTER_HEADER = 33

/** A drawing of that many millimetres as a PNG, 300 points to the inch, which it also says of itself. */
export async function toPng(svg: string, width: number, height: number): Promise<Blob> {
  const picture = new Image()
  picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pointsOf(width)
  canvas.height = pointsOf(height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!drawn) throw new Error('the browser draws no PNG')
  return new Blob([withDensity(new Uint8Array(await drawn.arrayBuffer()))], { type: 'image/png' })
}

/** Points of so many millimetres. */
export function pointsOf(mm: number): number {
  return Math.round((mm / MM_PER_INCH) * DPI)
}

/** A PNG with the chunk that says how large its points are: pHYs, points to the metre. */
export function withDensity(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new DataView(new ArrayBuffer(21))
  chunk.setUint32(0, 9)
  for (const [at, letter] of [...'pHYs'].entries()) chunk.setUint8(4 + at, letter.codePointAt(0) ?? 0)
  const perMetre = Math.round((DPI / MM_PER_INCH) * 1000)
  chunk.setUint32(8, perMetre)
  chunk.setUint32(12, perMetre)
  chunk.setUint8(16, 1)
  chunk.setUint32(17, crc32(new Uint8Array(chunk.buffer, 4, 13)))
  const out = new Uint8Array(png.length + chunk.byteLength)
  out.set(png.subarray(0, AFTER_HEADER))
  out.set(new Uint8Array(chunk.buffer), AFTER_HEADER)
  out.set(png.subarray(AFTER_HEADER), AFTER_HEADER + chunk.byteLength)
  return out
}

/** The sum of a chunk (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}
