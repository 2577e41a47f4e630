import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, json, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

/** 推给谁，如字典 `gather_msg_target`。 */
export const MSG_TARGET = { unsent: 1, refused: 2, schools: 3, persons: 4 } as const

const made = { editable: 'never' } as const

/** 家长消息：就一个采集任务写给一些学生的家长。 */
export const gatherWeixinMsg = defineEntity('gatherWeixinMsg', {
  title: '家长消息',
  service: 'yzl-gather',
  limited: true,
  fields: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true, search: true, editable: 'add' }), // inferred
    title: text('消息标题', { required: true, search: true, length: 100 }), // inferred
    content: paragraph('消息内容', { required: true, length: 500 }), // inferred
    templateId: text('消息模板', { length: 64, list: false, help: '公众号消息模板的名称或编号；不填时只由班主任转告' }), // inferred
    targetType: dict('推送对象', 'gather_msg_target', { required: true, numeric: true, default: 1 }), // inferred
    schoolCodes: ref('学校', 'basicSchool', {
      multiple: true,
      tree: true,
      value: 'schoolCode',
      list: false,
      help: '推送对象为指定学校时填写；为未提交、被驳回的时可以只推这些学校',
    }), // inferred
    studentIds: ref('学生', 'gatherStudent', { multiple: true, list: false, help: '推送对象为指定学生时填写' }), // inferred
    pushStatus: dict('状态', 'gather_push_status', { numeric: true, search: true, default: 0, ...made }), // inferred
    pushTime: dateTime('推送时间', made), // inferred
    targetNum: integer('人数', made), // inferred
    successNum: integer('已送达', made), // inferred
    failNum: integer('未送达', made), // inferred
  },
  order: ['-createTime'],
})

const BASE = '/api/yzl-gather/gatherWeixinMsg'
const id = ref('家长消息', 'gatherWeixinMsg', { required: true })
const count = (label: string) => integer(label, { required: true })

/** 推送前看：推给多少人，各校多少，前几名是谁。 */
export const previewPush = defineCall('gatherWeixinMsg.preview', {
  method: 'GET',
  path: `${BASE}/preview`, // inferred
  title: '预览推送',
  access: { permission: 'gatherweixinmsg_view' },
  input: { id },
  output: {
    targetNum: count('人数'),
    channel: text('送达方式', { required: true }),
    schools: json<{ schoolName: string; num: number }[]>('各校人数', { required: true }),
    names: json<string[]>('前几名', { required: true }),
  },
})

/** 推送，或再推没有送达的；送达的不会收到两次。 */
export const pushWxMsg = defineCall('gatherWeixinMsg.pushWxMsg', {
  method: 'POST',
  path: `${BASE}/pushWxMsg`,
  title: '推送家长消息',
  access: { permission: 'gatherweixinmsg_push' },
  input: {
    ids: text('消息', { length: 10_000 }), // inferred
    id: ref('家长消息', 'gatherWeixinMsg', { help: '与 ids 相同，只推一条' }), // inferred
  },
  output: { started: count('开始推送'), jobId: text('任务') },
})

/** 每个人的结果。 */
export const pushResults = defineList('gatherWeixinMsg.results', {
  path: `${BASE}/results`, // inferred
  title: '推送结果',
  access: { permission: 'gatherweixinmsg_view' },
  input: { id },
  fields: {
    studentName: text('姓名', { required: true, search: 'name' }),
    className: text('班级'),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true }),
    pushState: dict('结果', 'gather_push_result', { required: true, numeric: true, search: true }),
    text: text('说明', { required: true }),
    pushTime: dateTime('时间'),
  },
  order: ['schoolCode', 'className', 'studentName'],
})

export const weixinMsgCalls = [previewPush, pushWxMsg, pushResults]
