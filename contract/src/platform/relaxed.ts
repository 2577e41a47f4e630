import type { Fields } from '../kit/field.ts'

/** The same fields, none of them asked for: an update names only what it changes. */
export function relaxed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { required: _required, default: _default, ...field }]) => [name, field]),
  )
}
