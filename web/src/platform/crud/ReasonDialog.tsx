import { paragraph } from '@xueheng/contract/kit/field.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Values } from '../form/values.ts'
import type { NamedField } from './row.ts'

export interface ReasonDialogProps {
  title: string
  /** What the reason is for, in one sentence. */
  hint: string
  okText: string
  /** Asked for beside the reason. */
  more?: readonly NamedField[]
  onCancel: () => void
  /** Does what was asked for; the dialog stays open and says why when it is refused. */
  onSubmit: (reason: string, typed: Values) => Promise<void>
}

const SHORTEST = 4
const TOO_SHORT = '请填写理由，至少4个字'

/** Personal data leaves the screen only with a reason, which is kept. */
export function ReasonDialog({ title, hint, okText, more = [], onCancel, onSubmit }: ReasonDialogProps) {
  return (
    <FormDialog
      title={title}
      fields={[['reason', reasonField(hint)], ...more]}
      checks={REASON_CHECK}
      work={(typed) => onSubmit(String(typed.reason).trim(), typed)}
      done=""
      okText={okText}
      onClose={onCancel}
    />
  )
}

/** The field a reason is typed into, under the sentence that says what it is for. */
export function reasonField(hint: string) {
  return paragraph(hint, { required: true, length: 200, message: TOO_SHORT, help: '如：上报学籍核对名单' })
}

/** Beside it: it has to say something. */
export const REASON_CHECK = { reason: isLongEnough }

async function isLongEnough(value: unknown): Promise<string | undefined> {
  return [...String(value).trim()].length < SHORTEST ? TOO_SHORT : undefined
}
