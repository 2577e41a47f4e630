import { defineCall } from '../../kit/call.ts'
import { json, text } from '../../kit/field.ts'
import type { TenantBrand } from '../../platform/brand.ts'

const AUTH = '/api/blade-auth/oauth'

/** 登录、刷新令牌：参数在查询串或表单里，应答不带信封。 */
export const token = defineCall('auth.token', {
  method: 'POST',
  path: `${AUTH}/token`,
  title: '获取令牌',
  access: 'public',
  input: {
    tenantId: text('租户编号', { length: 12 }),
    username: text('账号', { length: 64 }),
    password: text('密码', { length: 512 }),
    grant_type: text('授权类型', { length: 32 }),
    scope: text('范围', { length: 32 }),
    type: text('类型', { length: 32 }),
    refresh_token: text('刷新令牌', { length: 256 }),
    source: text('来源', { length: 32 }),
    code: text('授权码', { length: 512 }),
    state: text('状态', { length: 512 }),
    phone: text('手机号码', { length: 20 }),
    id: text('短信验证码标识', { length: 64 }),
    value: text('短信验证码', { length: 16 }),
    mfa_token: text('二次验证凭据', { length: 128 }), // inferred: the second step of a sign-in with a second factor
  },
  answer: 'bare',
  readOnly: true,
})

export const captcha = defineCall('auth.captcha', {
  method: 'GET',
  path: `${AUTH}/captcha`,
  title: '图形验证码',
  access: 'public',
  output: { key: text('验证码标识', { required: true }), image: text('图片', { required: true }) },
  answer: 'bare',
})

export const logout = defineCall('auth.logout', {
  method: 'GET',
  path: `${AUTH}/logout`,
  title: '退出登录',
  access: 'public',
  answer: 'bare',
})

export const clearCache = defineCall('auth.clearCache', {
  method: 'GET',
  path: `${AUTH}/clear-cache`,
  title: '清除缓存',
  access: 'public',
  answer: 'bare',
})

const words = (label: string) => text(label, { required: true })

export const userInfo = defineCall('auth.userInfo', {
  method: 'GET',
  path: `${AUTH}/user-info`,
  title: '当前用户',
  access: 'signedIn',
  beforeDuty: true,
  output: {
    user_id: words('主键'),
    account: words('账号'),
    user_name: words('账号'),
    userName: words('账号'),
    nick_name: words('昵称'),
    real_name: words('姓名'),
    role_id: words('角色'),
    role_name: words('角色别名'),
    dept_id: words('部门'),
    post_id: words('岗位'),
    avatar: words('头像'),
    oauth_id: words('第三方登录标识'),
    tenant_id: words('租户编号'),
    roles: json<string[]>('角色别名'),
    scope: json<{ level: string }>('数据范围'),
    viewer: words('以其身份查看的人'),
    duty: words('须先做的事'),
    brand: json<TenantBrand | null>('外观'),
  },
})

/** What the login page must know before anyone is signed in. */
export interface SignInSettings {
  tenantId: string
  isCaptchaOn: boolean
  /** Key (and IV) of the AES form of the password on the wire: obfuscation, the protection is TLS. */
  cipherKey: string
  isDemo: boolean
  /** Demo accounts with what each may do; empty outside demo mode. */
  accounts: { account: string; password: string; title: string }[]
  clientId: string
  clientSecret: string
}

export const signInSettings = defineCall('auth.settings', {
  method: 'GET',
  path: `${AUTH}/settings`,
  title: '登录设置',
  access: 'public',
  output: { settings: json<SignInSettings>('设置') },
  answer: 'bare',
})
