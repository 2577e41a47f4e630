import { defineDomain } from '../../kit/domain.ts'
import { tenantDatasource } from './tenant-datasource.ts'
import { tenantInfo } from './tenant-info.ts'
import * as tenant from './tenant.ts'

const { tenant: tenantRow, ...tenantCalls } = tenant

export const tenancy = defineDomain({
  name: 'tenancy',
  title: '租户',
  byHand: [tenantRow],
  calls: [tenantInfo, ...Object.values(tenantCalls), tenantDatasource],
})
