import type { ScreenLayout } from '../platform/crud/layout.ts'

export const gatherLayouts: Record<string, ScreenLayout> = {
  gatherTask: { fields: { askedFields: { span: 24 }, requiredFields: { span: 24 }, remark: { span: 24 } } },
  gatherStudent: {
    first: ['studentName', 'schoolCode', 'className', 'gatherStatus', 'rejectReason'],
    hasCopy: false,
  },
}
