import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const id = text('主键', { required: true })

/** 登录日志：只写不改。列表和查询由它画出，读的是下面的调用。 */
export const loginLog = defineEntity('loginLog', {
  title: '登录日志',
  service: 'blade-log', // inferred: the seeds name no log of sign-ins
  path: 'login',
  fields: {
    account: text('登录账号', { search: true, length: 64 }),
    way: dict('登录方式', 'login_way', { search: true }),
    result: dict('登录结果', 'login_result', { search: true }),
    reason: text('原因', { length: 200 }),
    remoteIp: text('登录地址', { search: true, length: 64 }),
    device: text('设备', { length: 120, sortable: false }), // inferred
    userAgent: text('浏览器标识', { length: 500, list: false }),
    createTime: dateTime('登录时间', { search: 'range' }),
  },
})

const { device, ...logged } = loginLog.fields

/** 设备由浏览器标识得出。 */
export const loginLogList = defineList('loginLog.list', {
  path: '/api/blade-log/login/list',
  title: '登录日志列表',
  access: { permission: 'loginlog_view' },
  fields: { id, ...logged },
  computed: { device },
})

export const loginLogDetail = defineCall('loginLog.detail', {
  method: 'GET',
  path: '/api/blade-log/login/detail',
  title: '登录日志详情',
  access: { permission: 'loginlog_view' },
  input: { id: text('主键', { required: true }) },
  output: loginLogList.output,
})

/** 在线用户：一行是一次登录。 */
export const onlineUser = defineEntity('onlineUser', {
  title: '在线用户',
  service: 'blade-auth', // inferred: the seeds name no list of sessions
  path: 'online',
  permission: 'online',
  fields: {
    account: text('登录账号', { search: true, length: 64 }),
    name: text('用户昵称', { search: true, length: 100 }),
    way: dict('登录方式', 'login_way'),
    remoteIp: text('登录地址', { length: 64 }),
    device: text('设备', { length: 120, sortable: false }), // inferred
    userAgent: text('浏览器标识', { length: 500, list: false }),
    loginTime: dateTime('登录时间'),
    activeTime: dateTime('最近活动'),
    expireTime: dateTime('令牌到期'),
    isOwn: flag('本次登录', { list: false }),
  },
})

const { device: _device, ...opened } = onlineUser.fields

/** 只列出令牌有效期内有过活动的登录；isAll 为 1 时全部列出。 */
export const onlineList = defineList('online.list', {
  path: '/api/blade-auth/online/list',
  title: '在线用户列表',
  access: { permission: 'online_view' },
  input: { isAll: flag('全部登录') },
  fields: { id, userId: text('用户', { required: true }), ...opened },
  computed: { device },
  order: ['-loginTime'],
})

export const onlineDetail = defineCall('online.detail', {
  method: 'GET',
  path: '/api/blade-auth/online/detail',
  title: '在线用户详情',
  access: { permission: 'online_view' },
  input: { id: text('主键', { required: true }) },
  output: onlineList.output,
})

export const onlineKick = defineCall('online.kick', {
  method: 'POST',
  path: '/api/blade-auth/online/kick',
  title: '强制下线',
  access: { permission: 'online_kick' },
  input: { ids: text('会话', { required: true, length: 10_000 }) },
  answer: 'status',
})

export const ownSessions = defineCall('online.own', {
  method: 'GET',
  path: '/api/blade-auth/online/own',
  title: '我的登录',
  access: 'signedIn',
  output: onlineList.output,
  answer: 'list',
})

/** 退出其他设备上的登录，本次登录保留。 */
export const endOtherSessions = defineCall('online.endOthers', {
  method: 'POST',
  path: '/api/blade-auth/online/end-others',
  title: '退出其他登录',
  access: 'signedIn',
  stepUp: true,
  answer: 'status',
})

/** 退出自己在一台设备上的登录；本次登录请用退出登录。 */
export const endOwnSession = defineCall('online.endOwn', {
  method: 'POST',
  path: '/api/blade-auth/online/end-own', // inferred: the seeds name no list of sessions
  title: '退出一处登录',
  access: 'signedIn',
  input: { id: text('会话', { required: true }) },
  answer: 'status',
  stepUp: true,
})
