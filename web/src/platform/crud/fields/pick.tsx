import { t } from '../../i18n/i18n.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { CellProps, Labels } from './field-view.ts'
import { isBlank } from './field-view.ts'

/** Keys as labels. */
export function PickCell({ value, field, labels }: CellProps) {
  if (isBlank(value)) return ''
  const keys = Array.isArray(value) ? value : String(value).split(',')
  const words = keys.map((key) => pickedLabel(field, String(key), labels))
  return words.filter(Boolean).join(t('、'))
}

/**
 * A key in words. A code without a label is shown as it is, so that a missing entry can be seen. The number of a row says
 * nothing to anybody: a row that is not there, or that the reader may not see, is shown as nothing.
 */
export function pickedLabel(field: Field, key: string, labels: Labels | undefined): string {
  return labels?.get(key) ?? (isByNumber(field) ? '' : key)
}

/** Whether a field keeps the number of a row, which people do not read. */
export function isByNumber({ kind, value = 'id' }: Field): boolean {
  return kind === 'ref' && value === 'id'
}

/** The value as a select shows it: keys are text on this side, whatever the wire says. */
export function pickedValue(value: unknown, isMultiple: boolean): string | string[] | undefined {
  if (isBlank(value)) return undefined
  if (!isMultiple) return String(value)
  return (Array.isArray(value) ? value : String(value).split(',')).map(String)
}
