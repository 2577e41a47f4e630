import type { ScreenLayout } from '../platform/crud/layout.ts'

/** Accounts hold keys: they are neither carried away nor used as a model. */
export const mpLayouts: Record<string, ScreenLayout> = {
  wxAccount: { first: ['name'], hasExport: false, hasCopy: false },
}
