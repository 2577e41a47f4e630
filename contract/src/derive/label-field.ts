import type { AnyEntity } from '../kit/domain.ts'
import type { Fields } from '../kit/field.ts'

/**
 * The field a row is known by to people: its name, its title or the number the program gives it, as of an order, whichever is
 * declared first; else its first text; `id` where it has no text.
 */
export function labelField(entity: AnyEntity): string {
  const texts = Object.entries(entity.fields as Fields).filter(([, field]) => field.kind === 'text')
  const alone = (entity.unique ?? []).flatMap((key: string[]) => (key.length === 1 ? key : []))
  const known = texts.find(([name, { editable, required }]) => {
    const isGiven = alone.includes(name) && editable === 'never' && required === true
    return isGiven || /(name|title|value)$/i.test(name)
  })
  return (known ?? texts[0])?.[0] ?? 'id'
}
