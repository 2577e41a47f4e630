import type { ScreenLayout } from '../platform/crud/layout.ts'

export const privacyLayouts: Record<string, ScreenLayout> = {
  personalRequest: {
    first: ['openUntil', 'studentName', 'requestKind', 'requestStatus', 'requesterName', 'relation', 'receivedDate'],
    hasCopy: false,
    fields: { openUntil: { isHidden: true }, schoolCode: { width: 200 } },
  },
}
