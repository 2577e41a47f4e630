import type { ScreenLayout } from '../platform/crud/layout.ts'

export const portfolioLayouts: Record<string, ScreenLayout> = {
  teacherPortfolio: {
    first: ['teacherName', 'portfolioType', 'certName', 'auditStatus', 'certImageUrl'],
    hasCopy: false,
    fields: { certImageUrl: { span: 24 }, submitTime: { isHidden: true } },
  },
  /** A line is a teacher, not an entry. */
  portfolioTeacher: {
    emptyHint: '教师提交档案后自动出现',
    isReadOnly: true,
    hasExport: false,
    fields: { schoolCode: { width: 220 } },
  },
}
