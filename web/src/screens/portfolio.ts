import type { ScreenLayout } from '../platform/crud/layout.ts'

export const portfolioLayouts: Record<string, ScreenLayout> = {
  teacherPortfolio: {
    first: ['portfolioType', 'certName', 'auditStatus', 'teacherName', 'certImageUrl'],
    hasCopy: false,
    fields: { certImageUrl: { span: 24 }, submitTime: { isHidden: true } },
  },
  /** A line is a teacher, not an entry. */
  portfolioTeacher: { isReadOnly: true, hasExport: false, fields: { schoolCode: { width: 220 } } },
}
