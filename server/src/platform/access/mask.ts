import type { Field, Fields } from '@xueheng/contract/kit/field.ts'

/** How each kind of personal value is shown to people who need not see all of it. */
const MASKS = {
  name: (text: string) => `${text.slice(0, 1)}${'*'.repeat(Math.max(text.length - 1, 1))}`,
  phone: (text: string) => (text.length > 7 ? `${text.slice(0, 3)}****${text.slice(-4)}` : '****'),
  email: (text: string) => text.replace(/^([^@]?)[^@]+/, '$1***'),
  /** As far as the district, where one is named. */
  address: (text: string) => `${/^.{2,16}?[区县旗]|^.{2,10}?市/.exec(text)?.[0] ?? ''}***`,
  idCard: (text: string) => middle(text),
  studentCode: (text: string) => middle(text),
}

function middle(text: string): string {
  return text.length > 10 ? `${text.slice(0, 6)}${'*'.repeat(text.length - 10)}${text.slice(-4)}` : text
}

/** A personal value as others see it; what is not there stays empty. */
function maskOf(field: Field, value: unknown): unknown {
  return field.personal && typeof value === 'string' && value !== '' ? MASKS[field.personal](value) : value
}

/** Where a masked row says which child it is about. It is copied with the row and never leaves as JSON. */
const CHILD = Symbol('child')

/** The whole student code behind a masked row, and the row; nothing of a row that is about no child. */
export function wholeRowOf(row: object): { code: string; row: Record<string, unknown> } | undefined {
  const marked: { [CHILD]?: string } = row
  return marked[CHILD] === undefined ? undefined : { code: marked[CHILD], row: { ...row } }
}

/** Replaces personal values of rows on their way out. */
export function maskRows<T extends Record<string, unknown>>(fields: Fields, rows: T[]): T[] {
  const personal = Object.entries(fields).filter(([, field]) => field.personal)
  if (personal.length === 0) return rows
  return rows.map((row) => {
    const masked: Record<string | symbol, unknown> = { ...row }
    for (const [name, field] of personal) {
      if (!(name in row)) continue
      if (field.personal === 'studentCode' && row[name] && !(CHILD in row)) masked[CHILD] = row[name]
      masked[name] = maskOf(field, row[name])
    }
    return masked as T
  })
}

/**
 * Without personal values that come back masked: they were not touched. With the row as it is kept, short masks are
 * known too; stars in any other text are meant.
 */
export function withoutMasked(
  fields: Fields,
  input: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const field = fields[name]
      return !field?.personal || !isMasked(field, value, before[name])
    }),
  )
}

function isMasked(field: Field, value: unknown, kept: unknown): boolean {
  if (typeof value !== 'string') return false
  return /\*{3,}/.test(value) || (value !== kept && value === maskOf(field, kept))
}
