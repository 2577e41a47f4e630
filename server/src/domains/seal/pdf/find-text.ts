import { getDocumentProxy } from 'unpdf'
import { POINTS_PER_MM } from './face.ts'
import { broken } from './values.ts'

/** Where a text stands, in millimetres from the upper left corner of the page as it is read. */
export interface Found {
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A letter with its box, in points of the page as it is read. */
interface Letter {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** Letters of half the width of the others. */
const NARROW = /[ -~]/

/** Every place where the text stands on those pages, in the order they are read; spaces do not count. */
export async function findText(bytes: Buffer, text: string, pages: number[]): Promise<Found[]> {
  const wanted = [...text.replaceAll(/\s/g, '')]
  if (wanted.length === 0) return []
  const document = await getDocumentProxy(new Uint8Array(bytes)).catch(() => {
    throw broken('text cannot be read')
  })
  try {
    const found: Found[] = []
    for (const number of pages) {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      const letters = items.flatMap((item) => ('str' in item ? lettersOf(item, viewport.transform) : []))
      found.push(...placesOf(letters, wanted).map((box) => ({ page: number, ...box })))
      page.cleanup()
    }
    return found
  } finally {
    await document.cleanup()
  }
}

interface Item {
  str: string
  transform: number[]
  width: number
  height: number
}

/** The letters of one run of text, each with its share of the run. */
function lettersOf({ str, transform, width, height }: Item, view: number[]): Letter[] {
  const all = [...str]
  const weights = all.map((one) => (NARROW.test(one) ? 0.5 : 1))
  const whole = weights.reduce((sum, one) => sum + one, 0) || 1
  const [a = 1, b = 0, , , x = 0, y = 0] = transform
  const size = Math.hypot(a, b) || 1
  let walked = 0
  return all.flatMap((text, i) => {
    const step = ((weights[i] ?? 1) / whole) * width
    const start = [x + (walked * a) / size, y + (walked * b) / size]
    walked += step
    if (/\s/.test(text)) return []
    const [left, foot] = applied(view, start[0] ?? 0, start[1] ?? 0)
    return [{ text, x: left, y: foot - height, width: step, height }]
  })
}

function applied([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[], x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function placesOf(letters: Letter[], wanted: string[]): Omit<Found, 'page'>[] {
  const places: Omit<Found, 'page'>[] = []
  for (let i = 0; i + wanted.length <= letters.length; i += 1) {
    if (!wanted.every((one, n) => letters[i + n]?.text === one)) continue
    const box = letters.slice(i, i + wanted.length)
    const [left, top] = [Math.min(...box.map((one) => one.x)), Math.min(...box.map((one) => one.y))]
    const right = Math.max(...box.map((one) => one.x + one.width))
    const foot = Math.max(...box.map((one) => one.y + one.height))
    const mm = (points: number) => points / POINTS_PER_MM
    places.push({ x: mm(left), y: mm(top), width: mm(right - left), height: mm(foot - top) })
    i += wanted.length - 1
  }
  return places
}
