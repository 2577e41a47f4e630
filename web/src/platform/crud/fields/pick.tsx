import { t } from '../../i18n/i18n.ts'
import type { CellProps } from './field-view.ts'
import { isBlank } from './field-view.ts'

/** Keys as labels; a key without a label is shown as it is, so that a missing entry can be seen. */
export function PickCell({ value, labels }: CellProps) {
  if (isBlank(value)) return ''
  const keys = Array.isArray(value) ? value : String(value).split(',')
  return keys.map((key) => labels?.get(String(key)) ?? String(key)).join(t('、'))
}

/** The value as a select shows it: keys are text on this side, whatever the wire says. */
export function pickedValue(value: unknown, isMultiple: boolean): string | string[] | undefined {
  if (isBlank(value)) return undefined
  if (!isMultiple) return String(value)
  return (Array.isArray(value) ? value : String(value).split(',')).map(String)
}
