import { Button } from 'antd'
import { useT } from '../i18n/i18n.ts'
import { wordsOf } from './message.ts'
import './state.css'

export interface ErrorStateProps {
  /** What went wrong; its words stand where there is no hint. */
  error?: unknown
  onRetry?: () => void
  retryText?: string
  title?: string
  hint?: string
}

/** A place whose data could not be read: says why and offers to try again. */
export function ErrorState({ error, onRetry, retryText, title, hint }: ErrorStateProps) {
  const t = useT()
  return (
    <div className="xh-state" role="alert">
      <svg className="xh-state-art is-error" viewBox="0 0 96 48" aria-hidden="true">
        <path d="M4 44h88" />
        <path d="M14 44v-6M24 44v-13M34 44V21" />
        <path d="m46 12 16 16m0-16L46 28" />
        <path d="M74 44v-9M84 44v-4" />
      </svg>
      <p className="xh-state-title">{title ?? t('加载失败')}</p>
      <p className="xh-state-hint">{hint ?? wordsOf(error)}</p>
      {onRetry && (
        <div className="xh-state-action">
          <Button onClick={onRetry}>{retryText ?? t('重试')}</Button>
        </div>
      )}
    </div>
  )
}
