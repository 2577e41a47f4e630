import type { Fields } from '@xueheng/contract/kit/field.ts'

/** How each kind of personal value is shown to people who need not see all of it. */
const MASKS = {
  name: (text: string) => `${text.slice(0, 1)}${'*'.repeat(Math.max(text.length - 1, 1))}`,
  phone: (text: string) => (text.length > 7 ? `${text.slice(0, 3)}****${text.slice(-4)}` : '****'),
  email: (text: string) => text.replace(/^([^@]?)[^@]+/, '$1***'),
  idCard: (text: string) => middle(text),
  studentCode: (text: string) => middle(text),
}

function middle(text: string): string {
  return text.length > 10 ? `${text.slice(0, 6)}${'*'.repeat(text.length - 10)}${text.slice(-4)}` : text
}

/** Replaces personal values of rows on their way out. */
export function maskRows<T extends Record<string, unknown>>(fields: Fields, rows: T[]): T[] {
  const personal = Object.entries(fields).filter(([, field]) => field.personal)
  if (personal.length === 0) return rows
  return rows.map((row) => {
    const masked: Record<string, unknown> = { ...row }
    for (const [name, field] of personal) {
      const value = row[name]
      if (field.personal && typeof value === 'string') masked[name] = MASKS[field.personal](value)
    }
    return masked as T
  })
}

/** A personal value that comes back masked was not touched; stars in any other text are meant. */
export function withoutMasked(fields: Fields, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !(fields[name]?.personal && isMasked(value))),
  )
}

function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /\*{3,}/.test(value)
}
