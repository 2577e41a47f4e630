import type { ScreenLayout } from '../platform/crud/layout.ts'

export const reportLayouts: Record<string, ScreenLayout> = {
  /** The order is a key of a column: it comes from the report's own screen. */
  savedReport: {
    first: ['name'],
    hasCopy: false,
    hasExport: false,
    fields: { sort: { isHidden: true } },
    emptyHint: '在报表页面选好条件、列和排序，点“保存为我的报表”',
  },
}
