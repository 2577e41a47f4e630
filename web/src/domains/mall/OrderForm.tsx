import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import { ItemsInput } from './ItemsInput.tsx'

const INPUTS = { items: ItemsInput }

/** An order is put in with its books; afterwards only the remark is changed here. */
export function OrderForm() {
  return <ListForm inputs={INPUTS} />
}
