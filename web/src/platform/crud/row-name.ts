import { labelField } from '@xueheng/contract/derive/label-field.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Labels } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import type { CrudRow } from './row.ts'

export interface Naming {
  entity: AnyEntity
  /** Fields the screen says a row is known by; the first of them names it. */
  first?: readonly string[] | undefined
  labels: Record<string, Labels>
}

/**
 * What a row is known by, as words: the text that stands first in its line; where it has no text the fields that tell it
 * from all others. Nothing where these are empty, or pictures.
 */
export function rowName(naming: Naming, row: CrudRow): string {
  const fields = naming.entity.fields as Fields
  const words = namingFields(naming).map((name) => {
    const field = fields[name]
    const cell = field && viewOf(field).Cell({ value: row[name], field, labels: naming.labels[name] })
    return typeof cell === 'string' ? cell : ''
  })
  return words.filter(Boolean).join(' ')
}

function namingFields({ entity, first }: Naming): readonly string[] {
  const known = first?.[0] ?? labelField(entity)
  const isText = (entity.fields as Fields)[known]?.kind === 'text'
  const [key = []] = entity.unique ?? []
  return isText ? [known] : [...new Set([known, ...key])].filter((name) => name in entity.fields)
}
