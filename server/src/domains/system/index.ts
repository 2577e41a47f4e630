export { type TenantDeps, assertHolds, assertManaging, inTenant } from './tenants.ts'
