import { BACKGROUND_INPUT } from '../../derive/crud-calls.ts'
import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const FIELDS = {
  createTime: dateTime('时间'),
  account: text('查阅人账号', { search: 'equal' }),
  userName: text('查阅人'),
  kind: dict('方式', 'child_access_kind', { search: 'equal' }),
  title: text('操作内容'),
  childNum: integer('学生人数'),
  reason: text('理由'),
  filters: text('查询条件', { list: false }),
  viewedAs: text('以其身份查看', { list: false }),
  remoteIp: text('来源地址', { search: 'equal' }),
  areaCode: text('县区代码', { list: false }),
  schoolCode: text('学校代码', { list: false }),
  call: text('调用', { list: false }),
  requestId: text('请求编号', { search: 'equal', list: false }),
}

const BY_CHILD = { studentCode: text('学籍号', { search: 'equal', length: 24, list: false, editable: 'never' }) }

/** 学生信息查阅记录：谁在什么时候、为什么看到、导出了哪个学生的信息。只增不改。 */
export const childAccess = defineEntity('childAccess', {
  title: '学生信息查阅记录', // inferred
  service: 'blade-log',
  path: 'child-access',
  table: 'child_access',
  permission: 'child_access',
  scope: { area: 'areaCode', school: 'schoolCode' },
  fields: { ...BY_CHILD, ...FIELDS },
})

const LINE = { id: text('主键', { required: true }), tenantId: text('租户编号', { required: true }), ...FIELDS }
const path = '/api/blade-log/child-access'
const access = { permission: 'child_access_view' }

/** inferred: the family has no such log. Who asks by a student code gets the acts about that child. */
export const childAccesses = {
  list: defineList('childAccess.list', {
    path: `${path}/list`,
    title: '学生信息查阅记录列表',
    access,
    fields: LINE,
    input: BY_CHILD,
  }),
  detail: defineCall('childAccess.detail', {
    method: 'GET',
    path: `${path}/detail`,
    title: '学生信息查阅记录详情',
    access,
    input: { id: text('主键', { required: true }) },
    output: LINE,
    answer: 'data',
  }),
  export: {
    ...defineCall('childAccess.export', {
      method: 'GET',
      path: `${path}/export`,
      title: '学生信息查阅记录导出',
      access,
      input: { ...BY_CHILD, reason: text('导出理由', { length: 200 }), ...BACKGROUND_INPUT },
      output: LINE,
      answer: 'file',
    }),
    fields: LINE,
  },
}
