import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, paragraph, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

/** 任务消息的消息类型。 */
export const TASK_MESSAGE = 2

/** 系统消息：发给一个账号，或不指定而发给所有人。 */ // inferred
export const sysMessage = defineEntity('sysMessage', {
  title: '系统消息',
  service: 'bigdata-service',
  limited: true,
  fields: {
    title: text('消息标题', { required: true, search: true, length: 200 }),
    messageType: dict('消息类型', 'message_type', {
      numeric: true,
      required: true,
      search: true,
      default: 1,
    }),
    account: text('接收账号', { length: 64, search: true, help: '不选则发给所有人' }),
    link: text('链接', { length: 255, list: false, help: '本系统内的页面地址，以/开头' }),
    content: paragraph('消息内容', { required: true, length: 4000, list: true }),
  },
})

const BASE = '/api/bigdata-service/sysMessage'
const fields = {
  id: text('主键', { required: true }),
  title: text('消息标题', { required: true }),
  messageType: dict('消息类型', 'message_type', { numeric: true, required: true }),
  link: text('链接'),
  content: paragraph('消息内容', { required: true }),
  createTime: dateTime('创建时间', { required: true }),
}

/** 我的任务消息：写给我的，和我的后台任务的结果。 */
export const taskMessages = defineList('sysMessage.listTaskMessage', {
  path: `${BASE}/listTaskMessage`,
  title: '任务消息',
  access: 'signedIn',
  fields,
})

/** 我的最新消息，各种类型。 */
export const topMessages = defineList('sysMessage.top', {
  path: `${BASE}/top`,
  title: '最新消息',
  access: 'signedIn',
  fields,
})
