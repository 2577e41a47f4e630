import type { Call } from '@xueheng/contract/kit/call.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { fromFamilyIcon, toFamilyIcon } from './family-icons.ts'

/** The body every call of this API family answers with, sign-in aside. */
export interface Envelope {
  code: number
  success: boolean
  data: unknown
  msg: string
}

export function success(data: unknown): Envelope {
  const isEmpty = data === null || data === undefined
  return { code: 200, success: true, data: isEmpty ? {} : data, msg: isEmpty ? '暂无承载数据' : '操作成功' }
}

/** The answer of a call that only says whether it worked. */
export function done(hasWorked: boolean): Envelope {
  return hasWorked
    ? { code: 200, success: true, data: {}, msg: '操作成功' }
    : { code: 400, success: false, data: {}, msg: '操作失败' }
}

export function failure(code: number, msg: string, problems: object[] = []): Envelope {
  return { code, success: false, data: problems.length > 0 ? { problems } : {}, msg }
}

/** What clients of this family get in place of null, by kind; scores and rates keep null, as -1 could be a value. */
function nullOf(field: Field | undefined): unknown {
  if (!field) return ''
  if (field.multiple) return []
  switch (field.kind) {
    case 'integer':
    case 'flag':
      return -1
    case 'decimal':
      return field.wireNumber ? null : -1
    case 'percent':
      return null
    case 'dict':
      return field.numeric ? -1 : ''
    case 'json':
      return {}
    default:
      return ''
  }
}

type Shape = Record<string, unknown>

function shown(field: Field | undefined, value: unknown): unknown {
  return field?.kind === 'icon' ? toFamilyIcon(value) : value
}

function replaceInRow(fields: Fields, row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const replaced: Shape = {}
  for (const [name, value] of Object.entries(row as Shape)) {
    replaced[name] = value === null ? nullOf(fields[name]) : shown(fields[name], value)
    if (name === 'children' && Array.isArray(value)) replaced[name] = value.map((child) => replaceInRow(fields, child))
  }
  return replaced
}

/** Replaces nulls in what a call answers; our own pages ask to keep them (`X-Nulls: keep`). */
export function replaceNulls(call: Call, fields: Fields, data: unknown): unknown {
  if (Array.isArray(data)) return data.map((row) => replaceInRow(fields, row))
  if (call.answer === 'page' && typeof data === 'object' && data !== null) {
    const page = data as { records: unknown[] }
    return { ...page, records: page.records.map((row) => replaceInRow(fields, row)) }
  }
  return replaceInRow(fields, data)
}

/** The way back: what a client that was given stand-ins for null posts as it got it. */
export function restoreNulls(fields: Fields, input: Shape): Shape {
  const restored = Object.entries(input).map(([name, value]) => {
    if (isStandIn(fields[name], value)) return [name, null]
    return [name, fields[name]?.kind === 'icon' ? fromFamilyIcon(value) : value]
  })
  return Object.fromEntries(restored) as Shape
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

/** A required value is never null, and -1 is a number like others where the declaration allows it by name. */
function isStandIn(field: Field | undefined, value: unknown): boolean {
  if (!field || field.required || field.multiple) return false
  if (field.kind === 'json') return isEmptyObject(value)
  if (nullOf(field) !== -1) return false
  return String(value) === '-1' && !(field.min !== undefined && field.min <= -1)
}
