import type { ScreenLayout } from '../platform/crud/layout.ts'

export const mallLayouts: Record<string, ScreenLayout> = {
  schoolmanage: { first: ['schoolName', 'areaCode', 'contactName'], fields: { schoolCode: { isHidden: true } } },
  bookclass: { first: ['className', 'parentId'], isUndated: true },
  bookinfo: {
    first: ['bookName', 'author', 'price', 'stock', 'isOnShelf'],
    fields: { bookName: { width: 200 }, isbn: { width: 150 }, salesCount: { isHidden: true } },
  },
  bannermanage: { first: ['title', 'position', 'isEnabled'], fields: { title: { width: 200 } } },
  userparentinfo: {
    emptyHint: '家长在阅读程序中登录后自动出现',
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
    emptyHint: '学生提交作品后自动出现',
    first: ['title', 'studentName', 'auditStatus', 'score', 'awardName', 'schoolCode'],
    hasCopy: false,
    fields: { workNo: { width: 150 }, areaCode: { isHidden: false }, voteCount: { isHidden: true } },
  },
  /** Sent in by the reading programs. */
  studentAssess: { emptyHint: '学生在阅读程序中完成测评后自动传入', isReadOnly: true },
}
