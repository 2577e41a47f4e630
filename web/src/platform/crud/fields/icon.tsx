import { MenuIcon } from '../../ui/MenuIcon.tsx'
import { type CellProps, type FieldView, isBlank } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'
import { textField } from './text.tsx'

function IconCell({ value }: CellProps) {
  return isBlank(value) ? '' : <MenuIcon name={String(value)} />
}

const IconInput = lazyInput(async () => (await import('./IconInput.tsx')).IconInput)

export const iconField: FieldView = { ...textField, Cell: IconCell, Input: IconInput, width: 90, isPicked: true }
