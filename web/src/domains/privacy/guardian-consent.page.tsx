import {
  consentReview,
  consentStates,
  consentStudents,
  guardianConsent,
} from '@xueheng/contract/domains/privacy/guardian-consent.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { decideRow } from '../../platform/review/use-review-actions.ts'
import { type Tones, stateMark } from '../../platform/ui/state-mark.tsx'
import { StudentInput } from './StudentInput.tsx'

const TONES: Tones<keyof typeof consentStates.states> = { given: 'good', withdrawn: 'quiet' }
const CELLS: OwnCells = {
  consentStatus: { width: 110, draw: (value: unknown) => stateMark(consentStates, TONES, value) },
}
const INPUTS = { studentId: ConsentStudent }
const { title: WITHDRAW } = consentStates.actions.withdraw
const REASON = paragraph('撤回原因', {
  required: true,
  length: 200,
  message: consentReview.reasons?.withdraw ?? '',
})

/** 监护人同意: which guardian agreed to what for which child, and took it back. */
export function Page() {
  const [withdrawn, withdraw] = useState<CrudRow>()
  const actions = [{ code: 'guardianconsent_edit', label: WITHDRAW, isFor: isGiven, run: withdraw }]
  return (
    <CrudPage entity={guardianConsent} Form={ConsentForm}>
      <ListToolbar />
      <ListRows isEditable={isGiven} cells={CELLS} actions={actions} />
      {withdrawn && <WithdrawDialog row={withdrawn} onClose={() => withdraw(undefined)} />}
    </CrudPage>
  )
}

function ConsentForm() {
  return <ListForm inputs={INPUTS} />
}

function ConsentStudent(props: InputProps) {
  return <StudentInput {...props} call={consentStudents} />
}

function WithdrawDialog({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      title={t(WITHDRAW)}
      fields={[['reason', REASON]]}
      work={({ reason }) => decideRow(consentReview, 'withdraw', row, String(reason))}
      changes={[guardianConsent]}
      okText={t(WITHDRAW)}
      isDanger
      onClose={onClose}
    />
  )
}

function isGiven(row: CrudRow): boolean {
  return canDo(consentStates, 'withdraw', Number(row['consentStatus']))
}
