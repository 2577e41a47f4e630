import type { ScreenLayout } from '../platform/crud/layout.ts'

export const signInLayouts: Record<string, ScreenLayout> = {
  socialProvider: { first: ['title'], hasExport: false, hasCopy: false },
  onlineUser: { first: ['account', 'name', 'activeTime'], fields: { isOwn: { isHidden: true } } },
  loginLog: { emptyHint: '有人登录后自动记录' },
  registration: { emptyHint: '有人申请注册后，会在这里等待审核' },
}
