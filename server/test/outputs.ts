import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { routesOf } from '@xueheng/contract/derive/registry.ts'

/** What an answer has beyond its declaration, or lacks; nothing where it keeps to it. */
export interface Difference {
  call: string
  undeclared: string[]
  missing: string[]
}

const RECORDS = new Set(['data', 'page', 'list'])
const routes = registry.calls.flatMap((call) => routesOf(call).map((route) => ({ route, call })))
// Asked for every answer of every test, so no list is gone through. The first call of a route has it.
const exact = new Map(routes.toReversed().map(({ route, call }) => [route, call]))
const patterns = routes
  .filter(({ route }) => route.includes('/:'))
  .map(({ route, call }) => ({ call, pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`) }))

/** The declared call behind a request; `path` without its query. */
export function callAt(method: string, path: string): AnyCall | undefined {
  const route = `${method} ${path}`
  return exact.get(route) ?? patterns.find(({ pattern }) => pattern.test(route))?.call
}

/** Calls that answer records in the envelope, and whose records are all of one declared shape. */
export function answersRecords(call: AnyCall): boolean {
  return RECORDS.has(call.answer) && !('report' in call)
}

type Row = Record<string, unknown>

/** The records of an answer; those below them stand behind. No record where there was nothing to answer. */
export function recordsOf(call: AnyCall, data: unknown): unknown[] {
  if (call.answer === 'page') return (data as { records: unknown[] }).records.flatMap(withChildren)
  if (call.answer === 'list') return (data as unknown[]).flatMap(withChildren)
  return isRow(data) && Object.keys(data).length > 0 ? [data] : []
}

function withChildren(record: unknown): unknown[] {
  const children = isRow(record) ? record['children'] : undefined
  return [record, ...(Array.isArray(children) ? children.flatMap(withChildren) : [])]
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How the records of an answer differ from the declared output; nothing where none does. */
export function differenceOf(call: AnyCall, data: unknown): Difference | undefined {
  if (!answersRecords(call)) return undefined
  const declared = Object.keys(call.output ?? {})
  if (declared.includes('*')) return undefined
  const [undeclared, missing] = [new Set<string>(), new Set<string>()]
  for (const record of recordsOf(call, data)) {
    const names = isRow(record) ? Object.keys(record) : [`(${typeof record})`]
    for (const name of names) if (!declared.includes(name) && name !== 'children') undeclared.add(name)
    for (const name of declared) if (!names.includes(name)) missing.add(name)
  }
  if (undeclared.size + missing.size === 0) return undefined
  return { call: `${call.name} ${call.method} ${call.path}`, undeclared: [...undeclared], missing: [...missing] }
}
