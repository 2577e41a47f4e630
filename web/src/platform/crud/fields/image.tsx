import { t } from '../../i18n/i18n.ts'
import { type CellProps, type FieldView, isBlank } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'
import { textField } from './text.tsx'

function ImageCell({ value, field }: CellProps) {
  return isBlank(value) ? '' : <img className="crud-thumb" src={String(value)} alt={t(field.label)} loading="lazy" />
}

const ImageInput = lazyInput(async () => (await import('./ImageInput.tsx')).ImageInput)

export const imageField: FieldView = { ...textField, Cell: ImageCell, Input: ImageInput, width: 80, isPicked: true }
