import { useClock, wallTime } from './clock.ts'
import { type Language, currentLanguage } from './i18n.ts'

/** `always` is for counts; `min2` leaves four digits alone, so that a year stays a year. */
type Grouping = 'always' | 'min2'

const LOCALES = { zh: 'zh-CN', en: 'en-GB' } satisfies Record<Language, string>
const DECIMAL = /^-?\d+(\.\d+)?$/
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/
const DAY_MS = 86_400_000

function locale(): string {
  return LOCALES[currentLanguage()]
}

/** Making a formatter costs more than using it a thousand times, and tables use them for every cell. */
function remembered<T>(make: (locale: string, style: string) => T): (style: string) => T {
  const made = new Map<string, T>()
  return (style) => {
    const key = `${locale()} ${style}`
    const known = made.get(key) ?? make(locale(), style)
    made.set(key, known)
    return known
  }
}

const numbers = remembered((name, style) => {
  const [digits = '', useGrouping] = style.split(' ') as [string?, Grouping?]
  const fraction = digits === '' ? {} : { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) }
  return new Intl.NumberFormat(name, { ...fraction, useGrouping: useGrouping ?? 'always' })
})

const days = remembered(
  (name, style) => new Intl.DateTimeFormat(name, { timeZone: 'UTC', ...(DAY_STYLES[style] ?? DAY_STYLES['whole']) }),
)

const DAY_STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  whole: { day: 'numeric', month: 'short', year: 'numeric' },
  ofYear: { day: 'numeric', month: 'short' },
}

const daysApart = remembered((name) => new Intl.RelativeTimeFormat(name, { numeric: 'auto' }))

export function formatNumber(value: number, digits?: number): string {
  return numbers(`${digits ?? ''} always`).format(value)
}

/** A decimal text, digit for digit, its thousands apart; anything else as it is. */
export function formatDecimal(text: string, grouping: Grouping = 'always'): string {
  if (!DECIMAL.test(text)) return text
  const digits = text.split('.')[1]?.length ?? 0
  return numbers(`${digits} ${grouping}`).format(text as Intl.StringNumericLiteral)
}

/** 2025 is the school year 2025–2026. */
export function formatSchoolYear(year: number): string {
  return `${year}–${year + 1}`
}

/** Today in words: 2026年11月20日星期五 / Friday, 20 November 2026. */
export function formatDay(day: Date): string {
  return new Intl.DateTimeFormat(locale(), { timeZone: useClock.getState().zone, dateStyle: 'full' }).format(day)
}

/** A moment on the product's one clock, to the second. */
export function formatInstant(instant: Date, dateStyle: 'full' | 'medium' = 'medium'): string {
  const timeZone = useClock.getState().zone
  return new Intl.DateTimeFormat(locale(), { timeZone, dateStyle, timeStyle: 'medium' }).format(instant)
}

/** A stored day or moment in full: 2026-11-20 08:30:05 / 20 Nov 2026, 08:30:05; anything else as it is. */
export function formatTime(text: string | null): string {
  if (!text) return ''
  const match = MOMENT.exec(text)
  if (!match || currentLanguage() === 'zh') return text
  const [, , , , minutes, seconds = ''] = match
  return withTime(days('whole').format(dayOf(match)), minutes && minutes + seconds)
}

/** A stored moment as wide as a narrow column allows: 今天 08:30, 11-20 08:30, or with its year when that is not this one. */
export function formatMoment(text: string, now = new Date()): string {
  const match = MOMENT.exec(text)
  if (!match) return text
  const [, year, month, day, minutes] = match
  const wall = wallTime(now)
  const ago = (Date.UTC(wall.year, wall.month - 1, wall.day) - dayOf(match)) / DAY_MS
  if (ago === 0 || ago === 1) return withTime(daysApart('').format(-ago, 'day'), minutes)
  const isThisYear = Number(year) === wall.year
  if (currentLanguage() === 'en') return withTime(days(isThisYear ? 'ofYear' : 'whole').format(dayOf(match)), minutes)
  return withTime(isThisYear ? `${month}-${day}` : `${year}-${month}-${day}`, minutes)
}

/** The day as a moment in UTC: it is only written, never moved between zones. */
function dayOf([, year, month, day]: RegExpExecArray): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

function withTime(day: string, time: string | undefined): string {
  if (!time) return day
  return currentLanguage() === 'en' ? `${day}, ${time}` : `${day} ${time}`
}
