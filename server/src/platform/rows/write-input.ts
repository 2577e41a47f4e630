import { type Problem, parseFields } from '@xueheng/contract/derive/schema.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { cleanHtml } from '../html/clean-html.ts'
import type { StoredRow } from './rows.ts'

type Body = Record<string, unknown>

/** Values of a row as they are to be kept, or what is wrong with them. `isPartial`: an update, that leaves others alone. */
export function parseRow<R extends StoredRow>(
  entity: AnyEntity,
  body: Body,
  isPartial: boolean,
): { ok: true; value: Partial<R> } | { ok: false; problems: Problem[] } {
  const { asked, rich } = planOf(entity)
  const parsed = parseFields(asked, cleaned(rich, body), { partial: isPartial })
  return parsed.ok ? { ok: true, value: parsed.value as Partial<R> } : parsed
}

interface InputPlan {
  asked: Fields
  /** Names of rich texts. */
  rich: string[]
}

/** Rows come in by the hundred thousand: what follows from the declaration is worked out once. */
const plans = new WeakMap<AnyEntity, InputPlan>()

function planOf(entity: AnyEntity): InputPlan {
  const known = plans.get(entity)
  if (known) return known
  const fields = Object.entries(entity.fields as Fields)
  // What nobody may type is not asked for: hooks complete it.
  const asked = Object.fromEntries(
    fields.map(([name, field]) => [name, field.editable === 'never' ? { ...field, required: false } : field]),
  )
  const plan = { asked, rich: fields.flatMap(([name, field]) => (field.rich ? [name] : [])) }
  plans.set(entity, plan)
  return plan
}

/** Rich text goes no further as it came. */
function cleaned(rich: readonly string[], body: Body): Body {
  const texts = rich.filter((name) => typeof body[name] === 'string')
  return { ...body, ...Object.fromEntries(texts.map((name) => [name, cleanHtml(String(body[name]))])) }
}

/** Fields that may not be typed in this situation are dropped, not refused: clients send back whole rows. */
export function without(entity: AnyEntity, body: Body, ...kinds: ('add' | 'never')[]): Body {
  const fields = entity.fields as Record<string, Field>
  const kept = Object.entries(body).filter(([name]) => !kinds.includes(fields[name]?.editable as 'add'))
  return Object.fromEntries(kept)
}

/** What was sent, as it is to be kept: defaults of the declaration need no check. */
export function typedOf(row: Body, body: Body): Body {
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(body, name)))
}
