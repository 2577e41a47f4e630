import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { errors, fill } from '@xueheng/contract/kit/error.ts'
import type { States } from '@xueheng/contract/kit/states.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessRules, Stay } from '../access/rules.ts'
import { logChanges } from '../audit/log-changes.ts'
import type { Ctx } from '../ctx.ts'
import { isPointedTo, pointersTo } from './pointers.ts'
import type { StoredRow } from './rows.ts'
import { dropRows } from './write.ts'

/** Rows in a state from which `action` does not start, each with the words of that refusal. `field` holds the state. */
export function staysInState<S extends string, A extends string>(
  machine: States<S, A>,
  field: string,
  action: NoInfer<A>,
): Stay[] {
  const { title, from } = machine.actions[action]
  return (Object.keys(machine.states) as S[])
    .filter((state) => !from.includes(state))
    .map((state) => ({
      reason: fill(errors['state.forbidden'].text, { state: machine.states[state].title, action: title }),
      condition: sql`t.${sql.ref(snake(field))} = ${machine.states[state].value}`,
    }))
}

/**
 * Why row `t` of an entity stays although its years are over, as text of a statement; null of a row that may go. The module
 * says which of its rows stay, and what a living row refers to stays. Throws where a module checks removals and says nothing
 * of rows whose years are over: those would go unchecked.
 */
export function reasonToStay({ rules }: { rules: AccessRules }, entity: AnyEntity): RawBuilder<string | null> {
  const own = rules.stays.get(entity.name)
  if (!own && rules.guarded.has(entity.name)) throw new Error(`${entity.name}: its module does not say which rows stay`)
  const referred = pointersTo(entity).map((pointer) => ({
    reason: `「${pointer.entity.title}」中还有引用`,
    condition: isPointedTo(pointer),
  }))
  const cases = [...(own ?? []), ...referred].map(
    ({ reason, condition }) => sql`when ${condition} then ${reason}::text`,
  )
  return cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} end` : sql`null::text`
}

/** Puts rows that are held, and for which there is no reason to stay, into the recycle bin; the log names each without its values. */
export async function expireRows(entity: AnyEntity, ctx: Ctx, rows: readonly StoredRow[]): Promise<void> {
  await dropRows(entity, ctx, rows)
  await logChanges(ctx, entity, rows, ({ id }) => ({ rowId: id, before: {}, after: undefined }))
}
