import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, json, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { OF_CORP, OF_UNIT } from './unit.ts'

/** 发给谁，如字典 `wecom_audience`。 */
export const AUDIENCE = { members: 1, parents: 2, students: 3, both: 4 } as const

/** Longest texts of the platform in bytes; a Chinese character is three. */
export const MOST_BYTES = { text: 2048, title: 128, description: 512 } as const
export const MOST_DEPARTMENTS = 1000

const made = { editable: 'never' } as const

/** 部门消息：以应用的名义发给部门里的成员，或按学校通知发给家长、学生。 */
export const wecomMessage = defineEntity('wecomMessage', {
  title: '部门消息',
  service: 'blade-qyweixin',
  path: 'message', // inferred
  fields: {
    ...OF_CORP,
    title: text('消息标题', { required: true, search: true, length: 100, help: '有链接时最多128字节，约42个汉字' }), // inferred
    audience: dict('发给', 'wecom_audience', { numeric: true, required: true, search: true, default: 1 }), // inferred
    departments: ref('部门', 'wecomDept', { tree: true, multiple: true, required: true, help: '包括下级部门' }), // inferred
    content: paragraph('消息内容', {
      required: true,
      length: 2000,
      help: '连同标题最多2048字节，约680个汉字；有链接时最多512字节，约170个汉字',
    }), // inferred
    url: text('链接', { length: 2000, list: false, check: 'webLink', help: '填写后以卡片发出，点开即到' }), // inferred
    messageStatus: dict('状态', 'wecom_message_status', { numeric: true, search: true, ...made }), // inferred
    sendTime: dateTime('发送时间', made), // inferred
    deptNum: integer('部门数', made), // inferred
    successNum: integer('已发出', made), // inferred
    failNum: integer('未发出', made), // inferred
    resultText: text('发送说明', { length: 500, ...made }), // inferred
    ...OF_UNIT,
  },
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

const BASE = '/api/blade-qyweixin/message'
const id = ref('部门消息', 'wecomMessage', { required: true })
const count = (label: string) => integer(label, { required: true })

/** 发送前看：发到几个部门，那里有多少学生和家长。 */
export const previewMessage = defineCall('wecomMessage.preview', {
  method: 'GET',
  path: `${BASE}/preview`, // inferred
  title: '预览部门消息',
  access: { permission: 'wecommessage_view' },
  input: { id },
  output: {
    deptNum: count('部门数'),
    studentNum: count('学生数'),
    parentNum: count('家长数'),
    followNum: count('已关注的家长'),
    names: json<string[]>('前几个部门', { required: true }),
  },
})

/** 发送，或再发没有发到的部门；发到的不会收到两次。 */
export const sendMessage = defineCall('wecomMessage.send', {
  method: 'POST',
  path: `${BASE}/send`, // inferred
  title: '发送部门消息',
  access: { permission: 'wecommessage_send' },
  input: { id },
  output: { jobId: text('任务', { required: true }) },
})

/** 每个部门的结果。 */
export const messageResults = defineList('wecomMessage.results', {
  path: `${BASE}/results`, // inferred
  title: '部门消息的结果',
  access: { permission: 'wecommessage_view' },
  input: { id },
  fields: {
    deptName: text('部门', { required: true, search: true }),
    deptId: integer('部门编号', { required: true }),
    deliverState: dict('结果', 'wecom_deliver_state', { required: true, numeric: true, search: true }),
    text: text('说明', { required: true }),
    deliverTime: dateTime('时间'),
  },
  order: ['-deliverState', 'deptId'],
})

export const messageCalls = [previewMessage, sendMessage, messageResults]
