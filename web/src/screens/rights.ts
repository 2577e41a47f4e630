import type { ScreenLayout } from '../platform/crud/layout.ts'

export const rightsLayouts: Record<string, ScreenLayout> = {
  apiScope: { hasCopy: false, fields: { scopePath: { width: 280 } } },
  dataScope: { hasCopy: false, fields: { scopeColumn: { isHidden: true } } },
  menuPackage: { hasCopy: false },
  topmenu: { first: ['name'], hasCopy: false },
}
