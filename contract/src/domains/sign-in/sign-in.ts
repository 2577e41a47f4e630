import { defineCall } from '../../kit/call.ts'
import { type Row, flag, integer, text, word } from '../../kit/field.ts'

const AUTH = '/api/blade-auth/oauth'
const tenantId = text('租户编号', { length: 12 })
const phone = text('手机号码', { required: true, check: 'phone', length: 20 })

/** 与 oauth/token 的 refresh_token 授权同义。 */
export const tokenRefresh = defineCall('auth.tokenRefresh', {
  method: 'POST',
  path: `${AUTH}/token/refresh`,
  title: '刷新令牌',
  access: 'public',
  input: { tenantId, refresh_token: text('刷新令牌', { length: 256 }) },
  answer: 'bare',
  readOnly: true,
})

/** 短信登录的验证码：无论号码是否存在，应答都一样；登录用 grant_type=sms_code 带回 id、phone、value。 */
export const smsCode = defineCall('auth.smsCode', {
  method: 'POST',
  path: `${AUTH}/sms-code`, // inferred: no call is named for sending the code of the phone tab
  title: '发送登录验证码',
  access: 'public',
  input: { tenantId, phone, isReset: flag('用于重置密码') },
  output: { id: text('验证码标识', { required: true }) },
  readOnly: true,
})

/** 忘记密码时能做什么：没有短信通道的，请联系管理员。 */
export const resetWays = defineCall('auth.resetWays', {
  method: 'GET',
  path: `${AUTH}/reset-ways`, // inferred: the page says whom to ask where no message can be sent
  title: '重置密码的方式',
  access: 'public',
  input: { tenantId },
  output: { hasSms: flag('可用短信', { required: true }) },
})

/** 凭发到登记手机的验证码（isReset 为 1 时获取的）设置新密码；号码不存在与验证码不对，应答一样。 */
export const resetPassword = defineCall('auth.resetPassword', {
  method: 'POST',
  path: `${AUTH}/reset-password`, // inferred: no call is named for a forgotten password
  title: '重置我的密码',
  access: 'public',
  input: {
    tenantId,
    phone,
    id: text('验证码标识', { required: true, length: 36 }),
    value: text('短信验证码', { required: true, length: 12 }),
    password: text('新密码', { required: true, length: 512 }),
  },
  answer: 'status',
  readOnly: true,
})

/** A way in beside account and phone, as the login page shows it. */
const SOCIAL_DOOR = {
  source: text('来源', { required: true }),
  title: text('名称', { required: true }),
  kind: word<'oidc' | 'wecom' | 'wechat'>('类型'),
}

export type SocialDoor = Row<typeof SOCIAL_DOOR>

export const socialDoors = defineCall('auth.socialDoors', {
  method: 'GET',
  path: `${AUTH}/sources`, // inferred: the third tab has to know what to offer
  title: '第三方登录方式',
  access: 'public',
  input: { tenantId },
  output: SOCIAL_DOOR,
  answer: 'list',
})

/** 转到第三方登录页；回到 /oauth/redirect/:source?code&state，再用 grant_type=social 登录。 */
export const socialRender = defineCall('auth.socialRender', {
  method: 'GET',
  path: `${AUTH}/render/:source`, // inferred: as the family opens a provider
  title: '打开第三方登录',
  access: 'public',
  input: { tenantId, source: text('来源', { required: true, length: 32 }) },
  answer: 'bare',
})

/** 敏感操作前再次确认身份：密码（线上形式同登录）或动态验证码，十分钟内有效。 */
export const confirmIdentity = defineCall('auth.confirm', {
  method: 'POST',
  path: `${AUTH}/confirm`, // inferred: re-entering a password before a sensitive call
  title: '确认身份',
  access: 'signedIn',
  beforeDuty: true,
  input: {
    password: text('密码', { length: 512 }),
    code: text('动态验证码', { length: 32 }),
    isRenewed: flag('换发令牌'),
  },
  output: {
    accessToken: text('访问令牌', { length: 64 }),
    refreshToken: text('刷新令牌', { length: 64 }),
    expiresIn: integer('有效秒数'),
  },
  readOnly: true,
})

/** 第三方账号首次登录后的注册：等待管理员审核。oauthId 来自登录应答的 oauth_id，只能用一次。 */
export const registerGuest = defineCall('auth.registerGuest', {
  method: 'POST',
  path: '/api/blade-user/register-guest',
  aliases: ['/api/blade-system/user/register-guest'],
  title: '注册申请',
  access: 'public',
  input: {
    tenantId,
    name: text('用户姓名', { length: 100 }),
    account: text('账号', { length: 64 }),
    password: text('密码', { length: 512 }),
    oauthId: text('第三方登录标识', { length: 128 }),
  },
  answer: 'status',
  readOnly: true,
})
