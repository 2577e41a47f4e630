import type { ScreenLayout } from '../platform/crud/layout.ts'

export const noticesLayouts: Record<string, ScreenLayout> = {
  notice: {
    fields: { title: { width: 260, span: 24 }, accounts: { span: 24 }, readCount: { isHidden: true } },
  },
  sysMessage: { fields: { title: { width: 260 } } },
}
