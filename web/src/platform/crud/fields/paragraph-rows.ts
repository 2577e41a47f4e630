import type { Field } from '@xueheng/contract/kit/field.ts'

/** Least lines of a paragraph: what may be long starts with more of them. */
export function paragraphRows({ length = 20_000 }: Field): number {
  if (length <= 500) return 3
  return length <= 2000 ? 4 : 6
}
