const WIDE = 14
const NARROW = 8

/** Roughly the pixels a text takes at the size of a table: Chinese characters are squares, letters half of one. */
export function textWidth(text: string): number {
  return Math.ceil([...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? WIDE : NARROW), 0))
}
