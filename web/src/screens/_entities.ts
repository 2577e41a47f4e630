import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Made } from '../../../contract/test/made-row.ts'
import type { Asked } from '../platform/_stage.tsx'

const modules = import.meta.glob<Record<string, unknown>>('../../../contract/src/domains/*/*.ts', { eager: true })

/** Every entity of the contract, also those whose calls are written by hand. */
export const EVERY_ENTITY = [
  ...new Set(Object.values(modules).flatMap((module) => Object.values(module).filter(isEntity))),
]

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === 'object' && value !== null && 'fields' in value && 'dialect' in value && 'paths' in value
}

/** Whether a call below one of the entity's paths is declared. */
export function callOf(entity: AnyEntity, method: string, ...segments: string[]) {
  const paths = segments.flatMap((segment) => entity.paths.map((path) => `${path}/${segment}`))
  return registry.calls.find(
    (call) => call.method === method && paths.some((path) => [call.path, ...call.aliases].includes(path)),
  )
}

/** Rows of some calls carry several keys as one text. */
export function asSent(entity: AnyEntity, row: Made): Made {
  const lists = Object.entries(entity.fields as Fields).filter(([, field]) => field.multiple)
  return { ...row, ...Object.fromEntries(lists.map(([name]) => [name, String(row[name])])) }
}

/** One row under every name it is asked for, and one entry for whatever is picked. */
export function answersWith(row: Made, total = 1): Record<string, (asked: Asked) => { data: unknown }> {
  const page = { records: [row], total, size: 10, current: 1, pages: Math.ceil(total / 10) }
  const known: Record<string, unknown> = {
    dictionary: [{ dictKey: '1', dictValue: '甲' }],
    tree: [{ id: '1', value: '1', title: '甲' }],
    list: page,
    page,
    'lazy-list': [row],
    listall: [row],
    select: [row],
  }
  // Asked by one of its values whether somebody has it already, the answer is nobody.
  const answer = (segment: string) => known[segment] ?? (Object.values(row).includes(segment) ? {} : row)
  return new Proxy({}, { get: (_none, segment: string) => () => ({ data: answer(segment) }), has: () => true })
}
