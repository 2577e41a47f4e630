import { tenantInfo } from '@xueheng/contract/domains/tenancy/tenant-info.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import { tenantOf } from './tenant-brand.ts'
import { tenantDatasourceHandler } from './tenant-datasource.ts'
import { type TenantDeps, tenantAccess } from './tenants.ts'

/** Tenants as everybody sees them; who looks after them needs roles and accounts and is part of `people`. */
export function tenancyModule(deps: TenantDeps): Module {
  return defineModule({
    name: 'tenancy',
    access: [tenantAccess(deps)],
    handlers: [
      implement(tenantInfo, (_ctx, input) => tenantOf(deps.database, input.domain ?? '')),
      tenantDatasourceHandler(deps),
    ],
  })
}
