import type { ScreenLayout } from '../platform/crud/layout.ts'

/** Lines of a log are looked at and carried away, not printed. */
export const logLayouts: Record<string, ScreenLayout> = {
  operationLog: { emptyHint: '有人修改数据后自动记录', first: ['createTime'], hasPrint: false },
  childAccess: {
    emptyHint: '有人查看或导出学生信息后自动记录',
    first: ['createTime'],
    hasPrint: false,
    fields: { filters: { span: 24 } },
  },
  usualLog: {
    emptyHint: '系统运行时自动记录',
    first: ['createTime'],
    hasPrint: false,
    fields: { logData: { width: 420 } },
  },
  apiLog: {
    emptyHint: '系统运行时自动记录',
    first: ['createTime'],
    hasPrint: false,
    fields: {
      requestUri: { width: 280 },
      methodName: { width: 180 },
      type: { isHidden: true },
      userAgent: { span: 24 },
    },
  },
  errorLog: {
    emptyHint: '没有发生过错误',
    first: ['createTime'],
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
