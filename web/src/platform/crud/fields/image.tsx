import { t } from '../../i18n/i18n.ts'
import type { CellProps, FieldView } from './field-view.ts'
import { linksOf } from './image-links.ts'
import { lazyInput } from './lazy-input.tsx'
import { textField } from './text.tsx'

function ImageCell({ value, field }: CellProps) {
  const [first] = linksOf(value)
  return first ? <img className="crud-thumb" src={first} alt={t(field.label)} loading="lazy" /> : ''
}

const ImageInput = lazyInput(async () => (await import('./ImageInput.tsx')).ImageInput)

export const imageField: FieldView = { ...textField, Cell: ImageCell, Input: ImageInput, width: 72, isPicked: true }
