import { defineCall } from '../../kit/call.ts'
import { integer, json, text } from '../../kit/field.ts'

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

/** 客户端把本地错误日志发到这里；不结束会话。 */
export const sendLogs = defineCall('auth.sendLogs', {
  method: 'POST',
  path: `${AUTH}/logout`,
  title: '上传本地日志',
  access: 'public',
  body: 'array',
  answer: 'bare',
})

export const clearCache = defineCall('auth.clearCache', {
  method: 'GET',
  path: `${AUTH}/clear-cache`,
  title: '清除缓存',
  access: 'public',
  answer: 'bare',
})

export const userInfo = defineCall('auth.userInfo', {
  method: 'GET',
  path: `${AUTH}/user-info`,
  title: '当前用户',
  access: 'signedIn',
  beforeDuty: true,
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

/** How the product looks to the people of a tenant; empty values are the product's own. */
export interface TenantBrand {
  brandTitle: string
  /** #rrggbb. */
  brandColor: string
  /** Addresses of pictures. */
  logoUrl: string
  backgroundUrl: string
}

/** 租户编号和外观；域名没有绑定租户时为空。 */
export const tenantInfo = defineCall('auth.tenantInfo', {
  method: 'GET',
  path: '/api/blade-system/tenant/info',
  title: '按域名识别租户',
  access: 'public',
  input: { domain: text('域名', { length: 255 }) },
})

export const menuRoutes = defineCall('menu.routes', {
  method: 'GET',
  path: '/api/blade-system/menu/routes',
  title: '我的菜单',
  access: 'public',
  input: { topMenuId: text('顶部菜单') },
  answer: 'list',
})

export const menuButtons = defineCall('menu.buttons', {
  method: 'GET',
  path: '/api/blade-system/menu/buttons',
  title: '我的按钮',
  access: 'signedIn',
  beforeDuty: true,
  answer: 'list',
})

export const topMenu = defineCall('menu.topMenu', {
  method: 'GET',
  path: '/api/blade-system/menu/top-menu',
  title: '顶部菜单',
  access: 'public',
  answer: 'list',
})

const JOB = '/api/blade-desk/job'

/** One long piece of work as the job centre shows it. */
export interface JobView {
  id: string
  name: string
  title: string
  /** waiting, running, done, failed, cancelled. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  step: string
  text: string
  /** Where the work can be looked at: a path of the web app. */
  link: string
  /** A file it made, to be downloaded. */
  fileId: string
  createTime: string
  endTime: string
}

export const jobList = defineCall('job.list', {
  method: 'GET',
  path: `${JOB}/list`,
  title: '我的任务',
  access: 'signedIn',
  input: { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 200 }) },
  output: { job: json<JobView>('任务') },
  answer: 'page',
})

export const jobDetail = defineCall('job.detail', {
  method: 'GET',
  path: `${JOB}/detail`,
  title: '任务详情',
  access: 'signedIn',
  input: { id: text('任务', { required: true }) },
})

export const jobCancel = defineCall('job.cancel', {
  method: 'POST',
  path: `${JOB}/cancel`,
  title: '取消任务',
  access: 'signedIn',
  input: { id: text('任务', { required: true }) },
  answer: 'status',
})

/**
 * Server-sent events of a session. `job`: one of my jobs has changed, data is a `JobView`; `notice`: a notice for me
 * was released or changed, data is its `id` and `title`; `message`: a message was written for me, data is its `id`,
 * `title` and `link`; `change`: something browsers remember has changed, data is a `LiveChange`.
 */
export const jobStream = defineCall('job.stream', {
  method: 'GET',
  path: `${JOB}/stream`,
  title: '消息推送',
  access: 'signedIn',
  answer: 'stream',
})

export const fileDownload = defineCall('file.download', {
  method: 'GET',
  path: '/api/blade-resource/file/:id',
  title: '下载文件',
  access: 'signedIn',
  input: { id: text('文件', { required: true }) },
  answer: 'file',
})
