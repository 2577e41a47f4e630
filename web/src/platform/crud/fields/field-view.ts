import type { Field } from '@xueheng/contract/kit/field.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Translate } from '../../i18n/i18n.ts'

/** Stored key → shown label, fetched once per column and shared by its cells. */
export type Labels = ReadonlyMap<string, string>

export interface CellProps {
  value: unknown
  field: Field
  labels?: Labels | undefined
}

/** What a form or a search bar hands to the control of a field. */
export interface InputProps {
  id?: string | undefined
  field: Field
  value?: unknown
  onChange?: ((value: unknown) => void) | undefined
  onBlur?: (() => void) | undefined
  disabled?: boolean | undefined
  /** In place of the words an empty value is asked for with. */
  placeholder?: string | undefined
}

/**
 * How one field kind looks in the browser. `Cell` is called as a plain function for every cell of a table,
 * so it uses no hooks and answers text or a single native element.
 */
export interface FieldView {
  Cell: (props: CellProps) => ReactNode
  Input: ComponentType<InputProps>
  Filter: ComponentType<InputProps>
  align: 'left' | 'right' | 'center'
  /** Column width in pixels where the field names none. */
  width: number
  /** Values are picked, so a choice is checked at once; typed values are checked on blur. */
  isPicked: boolean
}

export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A value as it is, or in the reader's language where the field holds words of the product: courses, grades. */
export function wordOf(t: Translate, field: Field | undefined, value: unknown): string {
  return field?.isWorded ? t(String(value)) : String(value)
}

export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1'
}
