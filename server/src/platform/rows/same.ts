/** Whether two values of a field say the same: what is empty (`null`, '', no entries) is empty in every form. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

/** Names of what a row that is saved changes of the one before; what it does not carry stays as it is. */
export function changedNames(row: object, before: object | undefined): string[] {
  const known = new Map(Object.entries(before ?? {}))
  return Object.entries(row).flatMap(([name, value]) =>
    value === undefined || isSameValue(value, known.get(name)) ? [] : [name],
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
