import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

/** 通知公告：到发布时间才让人看到；不指定接收人就是所有人。内容是富文本，保存时按白名单清洗。 */
export const notice = defineEntity('notice', {
  title: '通知公告',
  service: 'blade-desk',
  limited: true,
  fields: {
    title: text('通知标题', { required: true, search: true, length: 200 }),
    category: dict('通知类型', 'notice', { numeric: true, required: true, search: true }),
    releaseTime: dateTime('通知时间', { required: true, search: 'range' }),
    roleIds: ref('接收角色', 'role', { tree: true, multiple: true, list: false }), // inferred
    deptIds: ref('接收机构', 'dept', { tree: true, multiple: true, list: false, help: '包括下级机构' }), // inferred
    accounts: text('接收账号', {
      length: 2000,
      list: false,
      help: '角色、机构、账号都不选则发给所有人',
    }), // inferred
    content: paragraph('通知内容', { required: true, rich: true, length: 200_000 }),
    readCount: integer('已读人数', { editable: 'never' }), // inferred
  },
  order: ['-releaseTime'],
})

const BASE = '/api/blade-desk/notice'
const id = text('通知', { required: true, length: 20 })

/** 发给我的、已到发布时间的通知；铃铛里看到的就是它们。 */
export const noticeTop = defineList('notice.top', {
  path: `${BASE}/top`, // inferred
  title: '我的通知',
  access: 'signedIn',
  order: ['-releaseTime'],
  fields: {
    title: text('通知标题', { required: true }),
    category: dict('通知类型', 'notice', { numeric: true }),
    releaseTime: dateTime('通知时间', { required: true }),
    content: paragraph('通知内容', { required: true }),
    isRead: flag('已读', { required: true }),
    id,
  },
})

export const noticeUnread = defineCall('notice.unread', {
  method: 'GET',
  path: `${BASE}/unread`, // inferred
  title: '未读通知数',
  access: 'signedIn',
  output: { unread: integer('未读', { required: true }) },
})

export const noticeRead = defineCall('notice.read', {
  method: 'POST',
  path: `${BASE}/read`, // inferred
  title: '阅读通知',
  access: 'signedIn',
  readOnly: true,
  input: { id },
  answer: 'status',
})

/** 谁在什么时候读过。 */
export const noticeReceipts = defineList('notice.receipts', {
  path: `${BASE}/receipts`, // inferred
  title: '阅读记录',
  access: { permission: 'notice_edit' },
  input: { id },
  order: ['-readTime', 'account'],
  fields: {
    account: text('登录账号', { required: true }),
    name: text('用户昵称'),
    readTime: dateTime('阅读时间', { required: true }),
  },
})
