import { ApiError } from '../platform/api/error.ts'
import { showError } from '../platform/ui/message.ts'

/** A refused call that no screen caught is still told to the user. Answers how to stop. */
export function toastUnhandled(): () => void {
  function tell(event: PromiseRejectionEvent): void {
    if (!(event.reason instanceof ApiError)) return
    event.preventDefault()
    showError(event.reason)
  }
  window.addEventListener('unhandledrejection', tell)
  return () => window.removeEventListener('unhandledrejection', tell)
}
