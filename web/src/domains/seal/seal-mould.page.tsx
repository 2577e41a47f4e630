import { sealMould } from '@xueheng/contract/domains/seal/seal-mould.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import type { OwnInputs } from '../../platform/crud/FormFields.tsx'
import { MouldInput } from './MouldInput.tsx'

const INPUTS: OwnInputs = { codeText: MouldInput }

/** 印模管理: the form shows the seal as it is typed. */
export function Page() {
  return <CrudPage entity={sealMould} Form={MouldForm} />
}

function MouldForm() {
  return <ListForm inputs={INPUTS} />
}
