import { bigint, defineTable, varchar } from '../../platform/db/table.ts'

export const roleApiScope = defineTable('roleApiScope', {
  tenantId: varchar(12),
  roleId: bigint(),
  apiScopeId: bigint(),
})

export const roleDataScope = defineTable('roleDataScope', {
  tenantId: varchar(12),
  roleId: bigint(),
  dataScopeId: bigint(),
})

export const roleMenu = defineTable('roleMenu', {
  tenantId: varchar(12),
  roleId: bigint(),
  menuId: bigint(),
})

export const topmenuMenu = defineTable('topmenuMenu', {
  tenantId: varchar(12),
  topmenuId: bigint(),
  menuId: bigint(),
})

export const menuPackageMenu = defineTable(
  'menuPackageMenu',
  {
    packageId: bigint(),
    menuId: bigint(),
  },
  { wall: 'none' },
)
