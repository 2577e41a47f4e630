import { t } from '../../../platform/i18n/i18n.ts'
import { message } from '../../../platform/ui/message.ts'

/** Says how many rows came over, and how many were there already. */
export function sayTaken(taken: { added: number; skipped: number } | null): void {
  message.success(t('新增{added}条，已有{skipped}条', { added: taken?.added ?? 0, skipped: taken?.skipped ?? 0 }))
}
