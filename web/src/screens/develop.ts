import type { ScreenLayout } from '../platform/crud/layout.ts'

export const developLayouts: Record<string, ScreenLayout> = {
  /** A plan is written in an editor of its own. */
  code: { isReadOnly: true, emptyHint: '点“新增”录入第一条' },
  datasource: { hasExport: false, hasCopy: false },
}
