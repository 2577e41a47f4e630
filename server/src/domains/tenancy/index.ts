export { brandOf } from './tenant-brand.ts'
export {
  type TenantDeps,
  assertHolds,
  assertManaging,
  inTenant,
  isManaging,
  tenantIds,
  whereRowsAre,
} from './tenants.ts'
