import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { logError } from '../error-log.ts'
import { PageFileError } from '../screens/load-page.ts'

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
    if (this.state.error instanceof PageFileError) {
      return (
        <ErrorState
          title={t('页面没有加载出来')}
          hint={t('网络较慢，或系统刚刚更新。请重新加载；其他页面未保存的内容会先征求您的意见。')}
          retryText={t('重新加载')}
          onRetry={() => window.location.reload()}
        />
      )
    }
    return (
      <ErrorState
        title={t('这个页面出错了')}
        error={this.state.error}
        onRetry={() => this.setState({ error: undefined })}
      />
    )
  }
}
