import { ApiError } from '../platform/api/error.ts'
import { showError } from '../platform/ui/message.ts'
import { logError } from './error-log.ts'

/**
 * What no screen caught: a refused call is told to the user, a fault of ours goes to the error log. Answers how to
 * stop.
 */
export function catchUnhandled(): () => void {
  function judge(event: PromiseRejectionEvent): void {
    if (!(event.reason instanceof ApiError)) return logError(event.reason)
    event.preventDefault()
    showError(event.reason)
  }
  const note = (event: ErrorEvent) => {
    // Browsers report a late measurement as an error; nothing is lost by it.
    if (!event.message.startsWith('ResizeObserver loop')) logError(event.error ?? event.message)
  }
  const noteMissing = (event: Event) => logError((event as Event & { payload?: unknown }).payload ?? 'missing file')
  window.addEventListener('unhandledrejection', judge)
  window.addEventListener('error', note)
  window.addEventListener('vite:preloadError', noteMissing)
  return () => {
    window.removeEventListener('unhandledrejection', judge)
    window.removeEventListener('error', note)
    window.removeEventListener('vite:preloadError', noteMissing)
  }
}
