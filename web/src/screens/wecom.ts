import type { ScreenLayout } from '../platform/crud/layout.ts'

export const wecomLayouts: Record<string, ScreenLayout> = {
  /** Corps hold keys: they are neither carried away nor used as a model. */
  wecomCorp: {
    first: ['corpName', 'corpId', 'agentId', 'schoolMode', 'pushMessages', 'pushError'],
    fields: { corpId: { width: 180 }, pushFrom: { isHidden: true } },
    hasExport: false,
    hasCopy: false,
  },
  wecomDept: { first: ['deptName', 'deptType', 'deptId', 'syncState', 'syncError'] },
  wecomDeptAdmin: { first: ['userId', 'userName', 'adminType', 'department', 'syncState', 'syncError'] },
  wecomStudent: { first: ['name', 'studentUserid', 'departments', 'syncState', 'syncError'] },
  wecomParent: { first: ['parentUserid', 'student', 'relation', 'isSubscribe', 'syncState', 'syncError'] },
  wecomContact: { first: ['name', 'contactType', 'isSubscribe', 'syncState'] },
  wecomMember: {
    first: ['memberId', 'account', 'userName', 'toldTime', 'toldText'],
    fields: { userId: { isHidden: true }, tiedFrom: { isHidden: true } },
  },
  wecomMessage: { first: ['title', 'messageStatus', 'resultText', 'audience', 'departments', 'sendTime'] },
}
