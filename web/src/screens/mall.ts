import type { ScreenLayout } from '../platform/crud/layout.ts'

export const mallScreens: Record<string, ScreenLayout> = {
  userparentinfo: { first: ['nickname', 'realName', 'integralBalance', 'studentName', 'phone'] },
  collectrecord: { first: ['title', 'studentName', 'auditStatus', 'score', 'awardName', 'schoolCode'] },
}
