import { defineCall } from '../../kit/call.ts'
import { revealCall } from '../../derive/crud-calls.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, image, integer, json, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { issuedPasswords } from '../../platform/issued-password.ts'
import { relaxed } from '../../platform/relaxed.ts'

/**
 * 用户。roleId、deptId、postId 在线上是逗号连接的主键。列表和表单由它画出；
 * 读写是下面手写的调用，因为密码只进不出。
 */
export const user = defineEntity('user', {
  title: '用户',
  service: ['blade-user', 'blade-system/user'],
  path: '',
  table: 'sys_user',
  fields: {
    account: text('登录账号', {
      required: true,
      search: true,
      length: 64,
      help: '新建后显示一次首次密码',
    }),
    name: text('用户昵称', { required: true, length: 100 }),
    realName: text('用户姓名', { search: 'name', length: 100 }),
    roleId: ref('所属角色', 'role', { tree: true, multiple: true, help: '没有角色的账号不能登录' }),
    deptId: ref('所属部门', 'dept', { tree: true, multiple: true }),
    postId: ref('所属岗位', 'post', { multiple: true, list: false }),
    userType: dict('用户平台', 'user_type', { numeric: true, search: true, default: 1 }),
    code: text('用户编号', { length: 64, list: false }),
    phone: text('手机号码', { check: 'phone', personal: 'phone', length: 20 }),
    email: text('电子邮箱', { check: 'email', personal: 'email', length: 100, list: false }),
    sex: dict('用户性别', 'sex', { numeric: true, list: false }),
    birthday: dateTime('用户生日', { list: false }),
    expireTime: dateTime('有效期至', { list: false, help: '到期后不能登录；不填则长期有效' }), // inferred
    avatar: image('头像', { list: false }),
    state: text('账号状态', { editable: 'never' }), // inferred: 正常、已冻结、已过期
  },
  order: ['createTime'],
})

/** Keys and names come as comma lists. */
const kept = listRowFields(user)
const row = {
  ...kept,
  tenantId: text('租户编号', { required: true }),
  updateTime: dateTime('更新时间', { required: true }),
  status: integer('状态', { required: true }),
  roleId: text('所属角色', { required: true }),
  deptId: text('所属部门', { required: true }),
  postId: text('所属岗位', { required: true }),
  roleName: text('角色名称', { required: true }),
  deptName: text('部门名称', { required: true }),
  postName: text('岗位名称', { required: true }),
  tenantName: text('租户名称'),
}

const BASE = '/api/blade-user'
const ALIAS = '/api/blade-system/user'
const view = { permission: 'user_view' }
const edit = { permission: 'user_edit' }
const ids = text('用户', { length: 100_000 })

function paths(segment: string): { path: string; aliases: string[] } {
  return { path: `${BASE}/${segment}`, aliases: [`${ALIAS}/${segment}`] }
}

const read = { output: row, access: view, method: 'GET' } as const

/** 机构包括下级。 */
const listed = {
  access: view,
  input: { deptId: text('机构', { length: 20 }), tenantId: text('租户编号', { length: 12 }) },
  fields: row,
  order: ['createTime'],
}

export const userPage = defineList('user.page', { ...listed, ...paths('page'), title: '用户列表' })

export const userList = defineList('user.list', { ...listed, ...paths('list'), title: '用户列表' })

export const userDetail = defineCall('user.detail', {
  ...read,
  ...paths('detail'),
  title: '用户详情',
  input: { id: text('主键', { required: true }) },
})

export const userPlatformDetail = defineCall('user.platformDetail', {
  ...read,
  ...paths('platform-detail'),
  title: '用户平台详情',
  input: { id: text('主键', { required: true }) },
  output: { ...row, userExt: text('平台信息') },
})

/** 手机号码、电子邮箱的完整值，要写明理由。 */
export const userReveal = revealCall(user)

export const userInfo = defineCall('user.info', {
  ...read,
  ...paths('info'),
  title: '我的信息',
  access: 'signedIn',
  beforeDuty: true,
})

/** 选人用：账号与姓名，不含联系方式。 */
export const userSelect = defineCall('user.userList', {
  method: 'GET',
  ...paths('user-list'),
  title: '用户选项',
  access: 'signedIn',
  output: {
    id: kept.id,
    account: user.fields.account,
    name: user.fields.name,
    realName: text('用户姓名', { required: true }),
  },
  answer: 'list',
})

/** Clients of this family send the keys as a comma list, our own forms as a list. */
const input = {
  ...relaxed(user.fields),
  roleId: json<string | string[]>('所属角色'),
  deptId: json<string | string[]>('所属部门'),
  postId: json<string | string[]>('所属岗位'),
  id: text('主键'),
  tenantId: text('租户编号', { length: 12 }),
  password: text('密码', { length: 64 }),
  updateTime: text('更新时间'),
}

/** 没有 id 是新增（user_add），有 id 是修改（user_edit）。新增而没有给密码时，回答里有首次密码；没有角色时有提示。 */
export const userSubmit = defineCall('user.submit', {
  method: 'POST',
  ...paths('submit'),
  title: '保存用户',
  access: 'signedIn',
  input,
  output: { ...row, firstPassword: text('首次密码'), notice: text('提示') },
})

export const userUpdate = defineCall('user.update', {
  method: 'POST',
  ...paths('update'),
  title: '修改用户',
  access: edit,
  input,
  output: row,
})

export const userRemove = defineCall('user.remove', {
  method: 'POST',
  ...paths('remove'),
  title: '删除用户',
  access: { permission: 'user_delete' },
  input: { ids },
  answer: 'status',
})

export const userGrant = defineCall('user.grant', {
  method: 'POST',
  ...paths('grant'),
  title: '用户角色配置',
  access: { permission: 'user_role' },
  stepUp: true,
  input: { userIds: ids, roleIds: text('角色', { length: 2000 }) },
  answer: 'status',
})

export const userResetPassword = defineCall('user.resetPassword', {
  method: 'POST',
  ...paths('reset-password'),
  title: '重置密码',
  access: { permission: 'user_reset' },
  stepUp: true,
  input: { userIds: ids },
  output: { passwords: issuedPasswords },
})

export const userUnlock = defineCall('user.unlock', {
  method: 'POST',
  ...paths('unlock'),
  title: '解除登录锁定',
  access: { permission: 'user_reset' },
  input: { userIds: ids },
  answer: 'status',
})

/** 冻结：立即退出，解锁之前不能登录。 */
export const userLock = defineCall('user.lock', {
  method: 'POST',
  ...paths('lock'), // inferred
  title: '冻结账号',
  access: { permission: 'user_reset' },
  input: { userIds: ids },
  answer: 'status',
})

export const userUpdatePlatform = defineCall('user.updatePlatform', {
  method: 'POST',
  ...paths('update-platform'),
  title: '用户平台信息',
  access: edit,
  input: {
    userId: text('用户', { required: true }),
    userType: integer('用户平台', { required: true }),
    userExt: text('平台信息', { length: 4000 }),
  },
  answer: 'status',
})

/** 只改自己的：正文里的 id 若有，必须是本人。 */
export const userUpdateInfo = defineCall('user.updateInfo', {
  method: 'POST',
  ...paths('update-info'),
  title: '修改我的信息',
  access: 'signedIn',
  input: {
    id: text('主键'),
    avatar: image('头像'),
    name: text('用户昵称', { length: 100 }),
    realName: text('用户姓名', { length: 100 }),
    phone: text('手机号码', { check: 'phone', personal: 'phone', length: 20 }),
    email: text('电子邮箱', { check: 'email', personal: 'email', length: 100 }),
  },
  answer: 'status',
})

/** 三个值都是密码的 MD5，放在查询串或正文里；租户有密码策略时，新密码要以 AES 加密的原文传送，服务器才能检查。 */
export const userUpdatePassword = defineCall('user.updatePassword', {
  method: 'POST',
  ...paths('update-password'),
  title: '修改我的密码',
  access: 'signedIn',
  beforeDuty: true,
  input: {
    oldPassword: text('原密码', { required: true, length: 512 }),
    newPassword: text('新密码', { required: true, length: 512 }),
    newPassword1: text('确认密码', { required: true, length: 512 }),
  },
  answer: 'status',
})
