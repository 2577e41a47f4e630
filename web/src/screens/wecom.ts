import type { ScreenLayout } from '../platform/crud/layout.ts'

export const wecomLayouts: Record<string, ScreenLayout> = {
  /** Corps hold keys: they are neither carried away nor used as a model. */
  wecomCorp: {
    first: ['corpName', 'corpId'],
    fields: { pushFrom: { isHidden: true } },
    hasExport: false,
    hasCopy: false,
  },
  wecomDept: { first: ['deptName', 'deptType', 'deptId'] },
  wecomDeptAdmin: { first: ['userId', 'adminType', 'department'] },
  wecomStudent: { first: ['name', 'studentUserid', 'departments'] },
  wecomParent: { first: ['parentUserid', 'student', 'relation'] },
  wecomContact: { first: ['name', 'contactType'] },
  wecomMember: {
    first: ['memberId', 'account', 'userName', 'toldTime', 'toldText'],
    fields: { userId: { isHidden: true }, tiedFrom: { isHidden: true } },
  },
  wecomMessage: { first: ['title', 'messageStatus', 'resultText', 'audience', 'departments', 'sendTime'] },
}
