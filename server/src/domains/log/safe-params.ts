import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'

const SECRET =
  /pass(word|wd)?|secret|token|captcha|cipher|credential|private|authorization|blade-auth|(^|_)key$|aeskey/i
const PERSONAL = /id_?card|id_?no|phone|mobile|email|birthday|student_?(name|code)|real_?name|address/i
const HIDDEN = '***'
const LONGEST_VALUE = 200
const LONGEST = 4000

/** What a call was given, fit for a log: no secrets, no personal values, nothing of great length. */
export function safeParams(call: AnyCall, query: unknown, body: unknown): string {
  const fields = (call.input ?? {}) as Fields
  const seen = { ...safeObject(fields, query), ...safeObject(fields, body) }
  const text = Object.keys(seen).length > 0 ? JSON.stringify(seen) : ''
  return text.slice(0, LONGEST)
}

function safeObject(fields: Fields, value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { items: `共${value.length}项` }
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, safeValue(name, one, fields[name], 0)]))
}

function safeValue(name: string, value: unknown, field: Field | undefined, depth: number): unknown {
  if (field?.personal || SECRET.test(name) || PERSONAL.test(name))
    return value === '' || value === null ? value : HIDDEN
  if (typeof value === 'string') return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 3) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => safeValue('', one, undefined, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, safeValue(key, one, undefined, depth + 1)]))
}
