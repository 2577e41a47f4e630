export { brandOf, tenantName } from './tenant-brand.ts'
export {
  TENANT_COLUMNS,
  type TenantView,
  addTenant,
  changeTenant,
  findTenant,
  lockTenant,
  removeTenants,
} from './tenant-rows.ts'
export {
  type TenantDeps,
  assertHolds,
  assertManaging,
  inTenant,
  isManaging,
  tenantIds,
  whereRowsAre,
} from './tenants.ts'
