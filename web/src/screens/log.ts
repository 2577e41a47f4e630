import type { ScreenLayout } from '../platform/crud/layout.ts'

/** Lines of a log are looked at and carried away, not printed. */
export const logLayouts: Record<string, ScreenLayout> = {
  operationLog: { hasPrint: false },
  usualLog: {
    hasPrint: false,
    fields: { logLevel: { width: 90 }, logId: { width: 260 }, logData: { width: 420 } },
  },
  apiLog: {
    hasPrint: false,
    fields: {
      requestUri: { width: 280 },
      methodName: { width: 180 },
      type: { isHidden: true },
      userAgent: { span: 24 },
    },
  },
  errorLog: {
    hasPrint: false,
    fields: {
      type: { width: 90 },
      message: { width: 320, span: 24 },
      requestUri: { width: 280 },
      methodName: { width: 180 },
      userAgent: { span: 24 },
    },
  },
}
