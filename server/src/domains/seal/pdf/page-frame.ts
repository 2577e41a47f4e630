import type { Page } from './document.ts'
import { POINTS_PER_MM } from './face.ts'

/** A box of the page as it is read, in the coordinates of the page itself. */
export function rectangle({ box, rotate }: Page, x: number, y: number, w: number, h: number): number[] {
  const [llx, lly, urx, ury] = box
  switch (rotate) {
    case 90:
      return [llx + y, lly + x, llx + y + h, lly + x + w]
    case 180:
      return [urx - x - w, lly + y, urx - x, lly + y + h]
    case 270:
      return [urx - y - h, ury - x - w, urx - y, ury - x]
    default:
      return [llx + x, ury - y - h, llx + x + w, ury - y]
  }
}

/** Width and height of a page as it is read, in millimetres. */
export function sizeOf({ box, rotate }: Page): { width: number; height: number } {
  const [w, h] = [(box[2] - box[0]) / POINTS_PER_MM, (box[3] - box[1]) / POINTS_PER_MM]
  return rotate % 180 === 0 ? { width: w, height: h } : { width: h, height: w }
}
