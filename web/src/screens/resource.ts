import type { ScreenLayout } from '../platform/crud/layout.ts'

const STATUS = { statusName: { width: 100, isHidden: true } }

export const resourceLayouts: Record<string, ScreenLayout> = {
  attach: {
    emptyHint: '上传文件后自动登记',
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
  smsLog: { emptyHint: '发送短信后自动记录', fields: { result: { width: 260 } } },
}
