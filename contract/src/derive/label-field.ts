import type { AnyEntity } from '../kit/domain.ts'
import type { Fields } from '../kit/field.ts'

/**
 * The field a row is known by to people: the number the program gives it, as of an order; its name or title, else its first
 * text; `id` where it has no text.
 */
export function labelField(entity: AnyEntity): string {
  const texts = Object.entries(entity.fields as Fields).filter(([, field]) => field.kind === 'text')
  const alone = (entity.unique ?? []).flatMap((key: string[]) => (key.length === 1 ? key : []))
  const given = texts.find(([name, { editable, required }]) => alone.includes(name) && editable === 'never' && required)
  const named = texts.find(([name]) => /(name|title|value)$/i.test(name))
  return (given ?? named ?? texts[0])?.[0] ?? 'id'
}
