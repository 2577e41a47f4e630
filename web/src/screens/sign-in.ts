import type { ScreenLayout } from '../platform/crud/layout.ts'

export const signInLayouts: Record<string, ScreenLayout> = {
  socialProvider: { hasExport: false, hasCopy: false },
  onlineUser: { first: ['account', 'name', 'activeTime'], fields: { isOwn: { isHidden: true } } },
}
