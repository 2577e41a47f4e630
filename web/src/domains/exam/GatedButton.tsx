import type { ExamAction } from '@xueheng/contract/domains/exam/exam-states.ts'
import { Button, type ButtonProps, Tooltip } from 'antd'
import { useCan } from '../../platform/session/session.ts'
import { type Exam, whyNot } from './exam.ts'
import './gated-button.css'

interface GatedButtonProps extends Omit<ButtonProps, 'disabled' | 'action'> {
  exam: Exam
  action: ExamAction
  /** Permission without which the button is not there at all; of several all are needed. */
  code: string | readonly string[]
  /** A further reason why it cannot be pressed now. */
  reason?: string | undefined
}

/** A button that is there for those who hold the rights, and says why when it cannot be pressed now. */
export function GatedButton({ exam, action, code, reason, onClick, ...button }: GatedButtonProps) {
  const can = useCan()
  if (![code].flat().every((one) => can(one))) return null
  const refusal = whyNot(exam, action) ?? reason
  if (!refusal) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip title={refusal}>
      <Button {...button} type="default" className="exam-off" aria-disabled="true" aria-description={refusal} />
    </Tooltip>
  )
}
