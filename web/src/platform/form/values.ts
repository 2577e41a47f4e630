import type { Field } from '@xueheng/contract/kit/field.ts'
import { isBlank } from '../crud/fields/field-view.ts'

/** What stands in a form, by field. */
export type Values = Record<string, unknown>

/** `view`: nothing can be typed. */
export type FormMode = 'add' | 'edit' | 'view'

export function isLocked(field: Field, mode: FormMode): boolean {
  return mode === 'view' || field.editable === 'never' || (field.editable === 'add' && mode === 'edit')
}

/** A personal value as it is shown to people who need not see all of it. */
export function isMasked(field: Field, value: unknown): boolean {
  return field.personal !== undefined && typeof value === 'string' && value.includes('***')
}

export function isSame(one: unknown, other: unknown): boolean {
  if (isBlank(one) && isBlank(other)) return true
  return Array.isArray(one) ? JSON.stringify(one) === JSON.stringify(other) : String(one) === String(other)
}

export function withoutBlanks(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)))
}
