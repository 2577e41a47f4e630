import type { ScreenLayout } from '../platform/crud/layout.ts'

const HIDDEN = { isHidden: true }

export const credentialsLayouts: Record<string, ScreenLayout> = {
  /** Other programs of the API family keep these with a client; nothing here follows from them. */
  client: {
    fields: {
      scope: HIDDEN,
      resourceIds: HIDDEN,
      authorities: HIDDEN,
      webServerRedirectUri: HIDDEN,
      autoapprove: HIDDEN,
    },
  },
}
