import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'

/** 给租户指定数据源；不带数据源是取消。 */
export const tenantDatasource = defineCall('tenant.datasource', {
  method: 'POST',
  path: '/api/blade-system/tenant/datasource',
  title: '租户数据源配置',
  access: { permission: 'tenant_edit' },
  input: {
    tenantId: text('租户编号', { required: true, length: 12 }),
    datasourceId: text('数据源', { length: 20 }),
  },
  answer: 'status',
})
