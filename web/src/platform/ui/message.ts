import type { MessageInstance } from 'antd/es/message/interface'
import { ApiError } from '../api/error.ts'
import { isSilent } from '../api/silent-codes.ts'
import { t } from '../i18n/i18n.ts'

let toasts: MessageInstance | undefined

/** The shell hands over antd's own toasts, which follow theme and language. */
export function bindToasts(instance: MessageInstance | undefined): void {
  toasts = instance
}

/** Toasts, usable outside components: `message.success(t('更新成功'))`. */
export const message = {
  success: (text: string): void => void toasts?.success(text),
  warning: (text: string): void => void toasts?.warning(text),
  error: (text: string): void => void toasts?.error(text, 5),
  info: (text: string): void => void toasts?.info(text),
}

/** Of the page itself: no request stands behind it. */
const DEFECT = '未知错误，请刷新页面后再试；若仍出现，请告诉管理员'

/** What went wrong, in words for the user, in the chosen language. */
export function wordsOf(error: unknown): string {
  return t(error instanceof ApiError ? error.message : DEFECT)
}

/** A refused or failed call as a toast; codes that are to stay silent say nothing. */
export function showError(error: unknown): void {
  if (!isSilent(error)) message.error(wordsOf(error))
}
