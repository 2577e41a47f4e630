import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, json, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import type { ASKED_FIELDS } from './gather-student.ts'

const BASE = '/api/yzl-gather/gatherLink'
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const classCode = ref('班级', 'schoolClasses', { value: 'classCode', help: '不选为看得到的全部班级' })
const count = (label: string) => integer(label, { required: true })

/** 家长链接：一名学生一个，只能核对这一名学生；令牌只在生成时给出一次。列表和查询由它画出，读写是下面的调用。 */
export const gatherLink = defineEntity('gatherLink', {
  title: '家长链接',
  service: 'yzl-gather',
  fields: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true, search: true }),
    studentName: text('姓名', { required: true, search: 'name' }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true }),
    className: text('班级', { search: true }),
    linkStatus: dict('状态', 'gather_link_status', { required: true, numeric: true, search: true }),
    expireTime: dateTime('有效期至', { required: true }),
    openNum: count('打开次数'),
    openTime: dateTime('最近打开'),
    answerTime: dateTime('最近提交'),
    createTime: dateTime('生成时间', { required: true }),
  },
})

export const gatherLinks = defineList('gatherLink.list', {
  path: `${BASE}/list`, // inferred
  title: '家长链接列表',
  access: { permission: 'gatherlink_view' },
  fields: { id: text('主键', { required: true }), ...gatherLink.fields },
  order: ['-createTime', 'schoolCode', 'className', 'studentName'],
})

/** 为还没有送审的学生生成链接和二维码；原有的链接随之作废。 */
export const makeLinks = defineCall('gatherLink.make', {
  method: 'POST',
  path: `${BASE}/make`, // inferred
  title: '生成家长链接',
  access: { permission: 'gatherlink_add' },
  input: {
    gatherTaskId,
    classCode,
    ids: text('学生', { length: 100_000, help: '不填为所选班级的全部' }),
    days: integer('有效天数', { min: 1, max: 60, default: 7, help: '不超过采集任务的截止时间' }),
  },
  output: {
    studentName: text('姓名', { required: true }),
    schoolName: text('学校', { required: true }),
    className: text('班级'),
    /** Behind the address of the site: `/p#token`. */
    path: text('链接', { required: true }),
    expireTime: dateTime('有效期至', { required: true }),
  },
  answer: 'list',
})

/** 作废：链接从此打不开。 */
export const revokeLinks = defineCall('gatherLink.revoke', {
  method: 'POST',
  path: `${BASE}/revoke`, // inferred
  title: '作废家长链接',
  access: { permission: 'gatherlink_delete' },
  input: { ids: text('链接', { required: true, length: 100_000 }) },
  output: { revoked: count('作废条数') },
})

const token = text('链接', { required: true, length: 64 })

/** One item a parent is asked for. */
export interface AskedItem {
  name: (typeof ASKED_FIELDS)[number]
  isRequired: boolean
  /** As it stands; of a personal one only its mask. */
  value: string
  /** Of a photo, which itself is not shown: whether there is one. */
  isThere?: boolean
  /** Answers to choose from. */
  words?: { value: string; label: string }[]
}

/** 家长打开链接：只有自己的孩子，个人信息遮盖。 */
export const openLink = defineCall('gatherLink.open', {
  method: 'POST',
  path: `${BASE}/open`, // inferred
  title: '打开家长链接',
  access: 'public',
  input: { token },
  output: {
    taskName: text('采集任务', { required: true }),
    schoolName: text('学校', { required: true }),
    className: text('班级'),
    studentName: text('姓名', { required: true }),
    rejectReason: text('驳回原因'),
    endTime: dateTime('截止时间', { required: true }),
    isAnswered: flag('已提交', { required: true }),
    updateTime: dateTime('更新时间', { required: true }),
    items: json<AskedItem[]>('采集项', { required: true }),
  },
  readOnly: true,
})

/** 家长提交核对结果：没有改动的不变；班主任送审后照常审核。 */
export const answerLink = defineCall('gatherLink.answer', {
  method: 'POST',
  path: `${BASE}/answer`, // inferred
  title: '家长提交',
  access: 'public',
  input: {
    token,
    updateTime: text('所见更新时间', { required: true, length: 30 }),
    values: json<Record<string, string>>('填写内容', { shape: 'row', required: true }),
  },
  output: { changed: count('改动项数') },
  readOnly: true,
})

export const gatherLinkCalls = [gatherLinks, makeLinks, revokeLinks, openLink, answerLink]
