const DAY_MS = 86_400_000
/** Marks of formulas that a spreadsheet program would run when it meets them in a text. */
const FORMULA_START = /^[=+\-@\t\r]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?%?$/
// oxlint-disable-next-line no-control-regex -- these cannot be stored and are never meant
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u200b-\u200d\ufeff\ufffe\uffff]/g

/** A cell as the user sees it, trimmed: numbers without binary noise, dates as yyyy-MM-dd, blanks as ''. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return plainText(value)
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return dateText(value)
  return typeof value === 'boolean' ? String(value).toUpperCase() : ''
}

/** 15 significant digits are what a spreadsheet keeps; the 16th and 17th are noise of the binary format. */
export function numberText(value: number): string {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString()
  const text = String(value)
  return text.length < 16 ? text : String(Number(value.toPrecision(15)))
}

/** A moment without a time of day is a date. */
export function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const seconds = new Date(Math.round(value.getTime() / 1000) * 1000)
  const iso = seconds.toISOString()
  return seconds.getTime() % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

function plainText(value: string): string {
  const text = value.replace(INVISIBLE, '').trim()
  return text.startsWith("'") && isFormulaLike(text.slice(1)) ? text.slice(1) : text
}

/** Whether a program would take the text for a formula; signed numbers are harmless. */
export function isFormulaLike(text: string): boolean {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text)
}

/** Text for a cell that nobody's spreadsheet program will run; `cellText` takes the mark off again. */
export function neutralText(text: string): string {
  return isFormulaLike(text) ? `'${text}` : text
}
