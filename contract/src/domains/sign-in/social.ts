import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, paragraph, secret, text, word } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const USER = '/api/blade-user'
const ALIAS = '/api/blade-system/user'
const source = text('来源', { length: 32 })
const id = text('主键', { required: true })

/** 已绑定的第三方账号；source 默认 wechat_miniapp，* 为全部。没有 userId 是本人的全部，别人的要有 user_view。 */
export const authInfo = defineCall('user.authInfo', {
  method: 'GET',
  path: `${USER}/auth-info`,
  aliases: [`${USER}/auth-info/list`, `${ALIAS}/auth-info`],
  title: '第三方绑定',
  access: 'signedIn',
  input: { userId: text('用户', { length: 20 }), source },
  output: {
    uuid: text('第三方账号', { required: true }),
    source: text('来源', { required: true }),
    username: text('第三方昵称', { required: true }),
    avatar: text('头像', { required: true }),
    createTime: dateTime('绑定时间', { required: true }),
  },
  answer: 'list',
})

/** 解除绑定：本人的，或有 user_edit 的管理员。 */
export const authRemove = defineCall('user.authRemove', {
  method: 'POST',
  path: `${USER}/auth-remove`,
  aliases: [`${ALIAS}/auth-remove`],
  title: '解除第三方绑定',
  access: 'signedIn',
  input: { userId: text('用户', { length: 20 }), uuid: text('第三方账号', { required: true, length: 200 }), source },
  answer: 'status',
})

/** 把第三方登录页带回的 code 与 state 绑到本人账号。 */
export const authBind = defineCall('user.authBind', {
  method: 'POST',
  path: `${USER}/auth-bind`, // inferred: the twin of auth-remove
  title: '绑定第三方账号',
  access: 'signedIn',
  // No transaction: it would be held as long as the provider takes.
  readOnly: true,
  input: {
    source: text('来源', { required: true, length: 32 }),
    code: text('授权码', { required: true, length: 512 }),
    state: text('状态', { required: true, length: 512 }),
  },
  answer: 'status',
})

/** 第三方登录方式，每个租户各设。 */
export const socialProvider = defineEntity('socialProvider', {
  title: '第三方登录',
  service: 'blade-system', // inferred: where providers are kept is not named
  path: 'social-provider',
  fields: {
    source: text('来源代码', {
      required: true,
      search: true,
      length: 32,
      editable: 'add',
      help: '小写字母、数字、下划线',
    }),
    title: text('显示名称', { required: true, length: 50 }),
    kind: dict('类型', 'social_kind', { required: true }),
    issuer: text('服务地址', {
      length: 300,
      help: 'OIDC 的 issuer；企业微信与微信不填，私有部署填其地址',
    }),
    clientId: text('应用标识', { required: true, length: 200, help: 'client_id、企业 ID 或 AppID' }),
    clientSecret: secret('应用密钥', { required: true, length: 500 }),
    agentId: text('企业应用编号', { length: 50, list: false, help: '仅企业微信' }),
    scopes: text('授权范围', { length: 200, list: false, help: '仅 OIDC，默认 openid profile' }),
    redirectUri: text('回调地址', { length: 300, list: false, help: '默认 本站地址/oauth/redirect/来源代码' }),
    isEnabled: flag('启用', { required: true, default: 1 }),
  },
  unique: [['source']],
  order: ['createTime'],
})

/** 注册审核：第三方账号提交的注册申请。 */
export const registration = defineEntity('registration', {
  title: '注册审核',
  service: 'blade-user', // inferred: how an administrator approves is not named
  path: 'registration',
  fields: {
    account: text('登录账号', { search: true, length: 64 }),
    name: text('用户姓名', { search: true, length: 100 }),
    source: text('来源', { length: 32 }),
    username: text('第三方昵称', { length: 100 }),
    state: dict('审核状态', 'registration_state', { search: true }),
    reason: paragraph('拒绝原因', { length: 200, list: true }),
    remoteIp: text('申请地址', { length: 64, list: false }),
    createTime: dateTime('申请时间'),
  },
  permission: 'registration',
})

/** 待审核的在前。 */
export const registrationList = defineList('registration.list', {
  path: `${USER}/registration/list`,
  title: '注册申请列表',
  access: { permission: 'registration_view' },
  fields: { id, userId: text('用户', { required: true }), ...registration.fields },
  order: ['-isWaiting', '-createTime'],
})

export const registrationDetail = defineCall('registration.detail', {
  method: 'GET',
  path: `${USER}/registration/detail`,
  title: '注册申请详情',
  access: { permission: 'registration_view' },
  input: { id: text('主键', { required: true }) },
  output: registrationList.output,
})

/** Whether the applicant was told by text message: `notify` needs a phone, and a provider with a template. */
export type ToldByPhone = 'sent' | 'skipped' | 'noPhone' | 'failed'

const told = { told: word<ToldByPhone>('短信通知') }

/** 通过：授予角色和部门，申请人即可登录；登录后有通知，留有手机号的另发短信。 */
export const registrationApprove = defineCall('registration.approve', {
  method: 'POST',
  path: `${USER}/registration/approve`,
  title: '通过注册申请',
  access: { permission: 'registration_audit' },
  stepUp: true,
  input: {
    id: text('主键', { required: true }),
    roleIds: text('所属角色', { required: true, message: '请选择角色', length: 2000 }),
    deptIds: text('所属部门', { length: 2000 }),
  },
  output: told,
})

export const registrationRefuse = defineCall('registration.refuse', {
  method: 'POST',
  path: `${USER}/registration/refuse`,
  title: '拒绝注册申请',
  access: { permission: 'registration_audit' },
  input: { id: text('主键', { required: true }), reason: paragraph('拒绝原因', { required: true, length: 200 }) },
  output: told,
})
