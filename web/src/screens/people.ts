import type { ScreenLayout } from '../platform/crud/layout.ts'

export const peopleLayouts: Record<string, ScreenLayout> = {
  /** Who it is, what they may do, and whether they may come in: before the rest. */
  user: {
    first: ['account', 'name', 'realName', 'roleId', 'state'],
    fields: { avatar: { isHidden: true }, state: { isHidden: true } },
  },
}
