import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../access/doors.ts'

/** A field of `entity` that holds one row of another. */
export interface Pointer {
  entity: AnyEntity
  name: string
  field: Field
}

/** The fields of all entities by which a row of `entity` is referred to. */
export function pointersTo(entity: AnyEntity): Pointer[] {
  return registry.entities.flatMap((other) =>
    Object.entries(other.fields as Record<string, Field>)
      .filter(([, field]) => field.ref === entity.name && !field.multiple)
      .map(([name, field]) => ({ entity: other, name, field })),
  )
}

/** Whether some living row refers to row `t` by that field. */
export function isPointedTo({ entity, name, field }: Pointer): RawBuilder<boolean> {
  return sql`exists(select 1 from ${every(entity, 'what a living row points to stays')} o where o.is_deleted = 0
    and o.${sql.ref(snake(name))} = t.${sql.ref(snake(field.value ?? 'id'))})`
}
