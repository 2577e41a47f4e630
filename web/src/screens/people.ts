import type { ScreenLayout } from '../platform/crud/layout.ts'

export const peopleScreens: Record<string, ScreenLayout> = {
  /** Who it is, what they may do, and whether they may come in: before the rest. */
  user: { first: ['account', 'name', 'realName', 'roleId', 'state'] },
  onlineUser: { first: ['account', 'name', 'activeTime'] },
}
