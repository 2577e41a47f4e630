import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'

/** 租户编号和外观；域名没有绑定租户时为空。 */
export const tenantInfo = defineCall('auth.tenantInfo', {
  method: 'GET',
  path: '/api/blade-system/tenant/info',
  title: '按域名识别租户',
  access: 'public',
  input: { domain: text('域名', { length: 255 }) },
  output: {
    tenantId: text('租户编号', { required: true }),
    domain: text('绑定域名', { required: true }),
    brandTitle: text('系统名称', { required: true }),
    brandColor: text('主题色', { required: true }),
    logoUrl: text('系统标志', { required: true }),
    backgroundUrl: text('登录页背景', { required: true }),
  },
})
