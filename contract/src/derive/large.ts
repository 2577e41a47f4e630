import type { AnyEntity } from '../kit/domain.ts'
import type { Field } from '../kit/field.ts'

/** Fields by whose index the list of a large entity is put in order; nothing of an entity that stays small. */
export function indexedOrders(entity: AnyEntity): string[] | undefined {
  if (!entity.large) return undefined
  const standing = (entity.order ?? ['-createTime'])[0]?.replace('-', '') ?? 'createTime'
  const searched = Object.entries(entity.fields as Record<string, Field>)
    .filter(([, field]) => isComparedWhole(field))
    .map(([name]) => name)
  return [...new Set([standing, ...(entity.large.sorts as string[]), ...searched])]
}

/** Fields of which a part is searched for. */
export function searchedByPart(entity: AnyEntity): string[] {
  return Object.entries(entity.fields as Record<string, Field>)
    .filter(([, { kind, search }]) => isText(kind) && search !== undefined && search !== false && search !== 'equal')
    .map(([name]) => name)
}

function isComparedWhole({ kind, search, multiple }: Field): boolean {
  if (!search || multiple || search === 'range') return false
  return search === 'equal' || !isText(kind)
}

function isText(kind: Field['kind']): boolean {
  return kind === 'text' || kind === 'paragraph' || kind === 'image'
}
