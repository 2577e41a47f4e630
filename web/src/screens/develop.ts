import type { ScreenLayout } from '../platform/crud/layout.ts'

export const developLayouts: Record<string, ScreenLayout> = {
  /** A plan is written in an editor of its own. */
  code: { isReadOnly: true },
  datasource: { hasExport: false, hasCopy: false },
}
