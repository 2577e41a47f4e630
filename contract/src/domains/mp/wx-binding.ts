import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, integer, json, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { MANAGE, id } from './context.ts'

/** 家长绑定：关注公众号的家长用学校发的绑定码证明是谁的家长；学校和家长都能解除。 */ // inferred
export const wxBinding = defineEntity('wxBinding', {
  title: '家长绑定',
  service: 'yzl-mpweixin/manage',
  fields: {
    appid: text('公众号 appid', { required: true, length: 32, list: false }),
    openid: text('openid', { required: true, length: 64, list: false }),
    studentName: text('学生姓名', { required: true, search: 'name', length: 50 }),
    studentCode: text('学籍号', { required: true, search: 'equal', length: 24, personal: 'studentCode' }),
    areaCode: dict('县区', 'exam_area', { search: true }),
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }),
    classCode: text('班级代码', { length: 40, list: false }),
    className: text('班级', { length: 40 }),
    bindStatus: dict('状态', 'wx_bind_status', { numeric: true, required: true, search: true }),
    bindTime: dateTime('绑定时间', { required: true }),
    revokeTime: dateTime('解除时间'),
  },
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
  order: ['-bindTime'],
})

export const BIND_STATUS = { bound: 1, revoked: 2 } as const

const BASE = `${MANAGE}/wxBinding`

export const bindingList = defineList('wxBinding.list', {
  path: `${BASE}/list`, // inferred
  title: '家长绑定列表',
  access: { permission: 'wxbinding_view' },
  fields: { ...listRowFields(wxBinding), nickname: text('微信昵称') },
  order: wxBinding.order,
})

export const bindingRevoke = defineCall('wxBinding.revoke', {
  method: 'POST',
  path: `${BASE}/revoke`, // inferred
  title: '解除家长绑定',
  access: { permission: 'wxbinding_revoke' },
  input: { id },
  answer: 'status',
})

/** 给一个班的每名学生发一个绑定码：只显示这一次，两周有效，每个最多绑定两位家长；再发时先前的作废。 */ // inferred
export const bindingCodes = defineCall('wxBinding.issueCodes', {
  method: 'POST',
  path: `${BASE}/issueCodes`, // inferred
  title: '发放绑定码',
  access: { permission: 'wxbinding_issue' },
  input: {
    classCode: ref('班级', 'schoolClasses', { required: true, value: 'classCode' }),
  },
  output: {
    className: text('班级', { required: true }),
    expireTime: dateTime('有效期至', { required: true }),
    count: integer('学生数', { required: true }),
    codes: json<{ studentName: string; code: string }[]>('绑定码', { required: true }),
  },
})

export const wxBindingCalls = [bindingList, bindingRevoke, bindingCodes]
