import type { ScreenLayout } from '../platform/crud/layout.ts'

export const rightsLayouts: Record<string, ScreenLayout> = {
  apiScope: { hasCopy: false, fields: { scopePath: { width: 280 } } },
  dataScope: {
    hasCopy: false,
    fields: { scopeField: { isHidden: true }, scopeClass: { isHidden: true }, scopeColumn: { isHidden: true } },
  },
  menuPackage: { hasCopy: false },
  topmenu: { first: ['name'], hasCopy: false },
}
