import type { AnyEntity } from '../kit/domain.ts'
import type { Fields } from '../kit/field.ts'

/** The field a row is known by to people: its name or title, else its first text. */
export function labelField(entity: AnyEntity): string {
  const fields = Object.entries(entity.fields as Fields)
  const texts = fields.filter(([, field]) => field.kind === 'text')
  const named = texts.find(([name]) => /(name|title|value)$/i.test(name))
  return (named ?? texts[0] ?? fields[0])?.[0] ?? 'id'
}
