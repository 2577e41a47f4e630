import { defineCall } from '../../kit/call.ts'
import { flag, integer, json, text } from '../../kit/field.ts'

const BASE = '/api/blade-auth/second-factor' // inferred: a second factor at sign-in
const code = text('动态验证码', { required: true, length: 32 })

/** 是否已启用、租户是否要求、还剩几个恢复码。 */
export const factorStatus = defineCall('secondFactor.status', {
  method: 'GET',
  path: `${BASE}/status`,
  title: '二次验证状态',
  access: 'signedIn',
  beforeDuty: true,
  output: {
    isOn: flag('已启用', { required: true }),
    isDemanded: flag('租户要求', { required: true }),
    recoveryCodes: integer('剩余恢复码', { required: true }),
  },
})

/** 新密钥，确认前不生效；`picture` 是二维码的 SVG。 */
export const factorEnrol = defineCall('secondFactor.enrol', {
  method: 'POST',
  path: `${BASE}/enrol`,
  title: '绑定验证器',
  access: 'signedIn',
  beforeDuty: true,
  stepUp: true,
  output: {
    secret: text('密钥', { required: true }),
    address: text('otpauth 地址', { required: true }),
    picture: text('二维码', { required: true }),
  },
})

/** 输入验证器上的数字后生效；应答是只显示一次的恢复码。 */
export const factorConfirm = defineCall('secondFactor.confirm', {
  method: 'POST',
  path: `${BASE}/confirm`,
  title: '启用二次验证',
  access: 'signedIn',
  beforeDuty: true,
  input: { code },
  output: { recoveryCodes: json<string[]>('恢复码', { required: true }) },
})

export const factorRecovery = defineCall('secondFactor.recovery', {
  method: 'POST',
  path: `${BASE}/recovery-codes`,
  title: '重新生成恢复码',
  access: 'signedIn',
  stepUp: true,
  output: { recoveryCodes: json<string[]>('恢复码', { required: true }) },
})

export const factorRemove = defineCall('secondFactor.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '停用二次验证',
  access: 'signedIn',
  stepUp: true,
  answer: 'status',
})

/** 丢了手机又没有恢复码的人，由管理员解除。 */
export const factorReset = defineCall('secondFactor.reset', {
  method: 'POST',
  path: `${BASE}/reset`,
  title: '解除用户的二次验证',
  access: { permission: 'user_reset' },
  stepUp: true,
  input: { userIds: text('用户', { required: true, length: 100_000 }) },
  answer: 'status',
})
