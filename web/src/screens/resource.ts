import type { ScreenLayout } from '../platform/crud/layout.ts'

const STATUS = { statusName: { width: 100, isHidden: true } }

export const resourceLayouts: Record<string, ScreenLayout> = {
  attach: {
    fields: {
      name: { width: 240 },
      extension: { width: 100 },
      attachSize: { width: 130 },
      originalName: { isHidden: false },
      sha256: { isHidden: false },
      link: { isHidden: false },
    },
  },
  oss: { hasExport: false, hasCopy: false, fields: STATUS },
  sms: { hasExport: false, hasCopy: false, fields: STATUS },
  smsLog: { fields: { result: { width: 260 } } },
}
