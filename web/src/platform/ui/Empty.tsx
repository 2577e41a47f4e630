import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import './state.css'

export interface EmptyProps {
  /** What is missing: 还没有考试. */
  title?: string
  /** How it comes about, or what to do. */
  hint?: string
  action?: ReactNode
}

/** A place without data says what would be here and what to do next. */
export function Empty({ title, hint, action }: EmptyProps) {
  const t = useT()
  return (
    <div className="xh-state">
      <svg className="xh-state-art" viewBox="0 0 96 48" aria-hidden="true">
        <path d="M4 44h88" />
        <path d="M14 44v-6M24 44v-13M34 44V21M44 44V10M54 44V14M64 44V25M74 44v-9M84 44v-4" strokeDasharray="2 3" />
      </svg>
      <p className="xh-state-title">{title ?? t('暂无数据')}</p>
      {hint && <p className="xh-state-hint">{hint}</p>}
      {action && <div className="xh-state-action">{action}</div>}
    </div>
  )
}
