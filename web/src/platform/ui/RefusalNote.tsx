import { Alert } from 'antd'
import type { ReactNode } from 'react'
import './state.css'

interface RefusalNoteProps {
  /** In the user's words; without it nothing is drawn. */
  text: string | undefined
  /** What can be done about it. */
  action?: ReactNode
}

/** Why something was refused, above what the user may change to get on. */
export function RefusalNote({ text, action }: RefusalNoteProps) {
  return text === undefined ? null : <Alert className="xh-refusal" type="error" showIcon title={text} action={action} />
}
