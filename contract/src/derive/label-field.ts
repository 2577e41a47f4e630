import type { AnyEntity } from '../kit/domain.ts'
import type { Fields } from '../kit/field.ts'

/** The field a row is known by to people: its name or title, else its first text; `id` where it has no text. */
export function labelField(entity: AnyEntity): string {
  const texts = Object.entries(entity.fields as Fields).filter(([, field]) => field.kind === 'text')
  const named = texts.find(([name]) => /(name|title|value)$/i.test(name))
  return (named ?? texts[0])?.[0] ?? 'id'
}
