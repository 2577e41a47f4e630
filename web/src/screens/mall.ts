import type { ScreenLayout } from '../platform/crud/layout.ts'

export const mallLayouts: Record<string, ScreenLayout> = {
  userparentinfo: {
    first: ['nickname', 'realName', 'integralBalance', 'studentName', 'phone'],
    hasCopy: false,
    fields: {
      avatar: { isHidden: true },
      integralBalance: { isHidden: true },
      integralTotalIn: { isHidden: true },
      integralTotalOut: { isHidden: true },
      lastLoginTime: { isHidden: true },
    },
  },
  collectrecord: {
    first: ['title', 'studentName', 'auditStatus', 'score', 'awardName', 'schoolCode'],
    hasCopy: false,
    fields: { workNo: { width: 150 }, areaCode: { isHidden: false }, voteCount: { isHidden: true } },
  },
  /** Sent in by the reading programs. */
  studentAssess: { isReadOnly: true },
}
