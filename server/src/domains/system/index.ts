export { type TenantDeps, assertHolds, assertManaging } from './tenants.ts'
