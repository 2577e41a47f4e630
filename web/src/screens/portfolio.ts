import type { ScreenLayout } from '../platform/crud/layout.ts'

export const portfolioScreens: Record<string, ScreenLayout> = {
  teacherPortfolio: { first: ['portfolioType', 'certName', 'auditStatus', 'teacherName', 'certImageUrl'] },
}
