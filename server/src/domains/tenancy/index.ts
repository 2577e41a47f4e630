export { brandOf } from './tenant-brand.ts'
export { type TenantDeps, assertHolds, assertManaging, inTenant, isManaging, whereRowsAre } from './tenants.ts'
