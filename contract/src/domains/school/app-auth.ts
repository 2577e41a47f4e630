import { defineCall } from '../../kit/call.ts'
import { dateTime, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const DEPTS = '/api/bigdata-service/appDeptAuth'
const USERS = '/api/bigdata-service/appUserAuth'
const view = { permission: 'appbiz_view' }
const grant = { permission: 'appbiz_auth' }
const appCode = text('应用编码', { required: true, length: 64 })
const id = text('主键', { required: true })
const ids = text('主键', { length: 100_000 })

/** 授权给应用的单位。 */
export const deptGrant = {
  appCode,
  deptId: ref('单位', 'dept', { required: true, tree: true }), // inferred
  deptName: text('单位名称'), // inferred
  fullName: text('单位全称'), // inferred
  createTime: dateTime('授权时间'), // inferred
}

/** 授权给应用的用户。 */
export const userGrant = {
  appCode,
  userId: text('用户', { required: true, length: 20 }), // inferred
  account: text('账号'), // inferred
  name: text('姓名'), // inferred
  createTime: dateTime('授权时间'), // inferred
}

export const deptGrants = defineCall('appDeptAuth.listByAppCode', {
  method: 'GET',
  path: `${DEPTS}/listByAppCode`,
  aliases: ['/api/bigdata-service/appBiz/appDeptAuth/listByAppCode'],
  title: '应用授权的单位',
  access: view,
  input: { appCode },
  output: { id, ...deptGrant },
  answer: 'list',
})

/** 一次授权多个单位；已授权的不重复。 */
export const grantDepts = defineCall('appDeptAuth.submit', {
  method: 'POST',
  path: `${DEPTS}/submit`,
  aliases: ['/api/bigdata-service/appBiz/appDeptAuth/submit'],
  title: '应用单位授权',
  access: grant,
  input: { appCode, deptId: text('单位', { required: true, message: '请选择单位', length: 20_000 }) }, // inferred: 逗号分隔
  answer: 'status',
})

export const revokeDepts = defineCall('appDeptAuth.remove', {
  method: 'POST',
  path: `${DEPTS}/remove`,
  aliases: ['/api/bigdata-service/appBiz/appDeptAuth/remove'],
  title: '取消应用单位授权',
  access: grant,
  input: { ids },
  answer: 'status',
})

export const userGrants = defineList('appUserAuth.list', {
  path: `${USERS}/list`,
  aliases: ['/api/bigdata-service/appBiz/appUserAuth/list'],
  title: '应用授权的用户',
  access: view,
  input: { appCode, name: text('账号或姓名', { length: 50 }) }, // inferred
  fields: { id, ...userGrant },
  order: ['account'],
})

/** 一次授权多个用户；已授权的不重复。 */
export const grantUsers = defineCall('appUserAuth.submit', {
  method: 'POST',
  path: `${USERS}/submit`,
  aliases: ['/api/bigdata-service/appBiz/appUserAuth/submit'],
  title: '应用用户授权',
  access: grant,
  input: { appCode, userId: text('用户', { required: true, message: '请选择用户', length: 20_000 }) }, // inferred: 逗号分隔
  answer: 'status',
})

export const revokeUsers = defineCall('appUserAuth.remove', {
  method: 'POST',
  path: `${USERS}/remove`,
  aliases: ['/api/bigdata-service/appBiz/appUserAuth/remove'],
  title: '取消应用用户授权',
  access: grant,
  input: { ids },
  answer: 'status',
})
