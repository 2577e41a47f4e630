import { encode } from 'uqr'

/** Light cells around the picture: ISO/IEC 18004 demands four. */
const QUIET = 4

/** A QR code of the text (UTF-8, level M) as an SVG with one unit per cell. Throws a `RangeError` above 2,331 bytes. */
export function drawQrCode(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
