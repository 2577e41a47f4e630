import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { logError } from '../error-log.ts'

/** A screen that breaks takes down its own tab and nothing else. (React knows boundaries as classes only.) */
export class TabBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    logError(error, info.componentStack ?? '')
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <ErrorState
        title={t('这个页面出错了')}
        error={this.state.error}
        onRetry={() => this.setState({ error: undefined })}
      />
    )
  }
}
