import { defineEntity } from '../../kit/entity.ts'
import { dateTime, text } from '../../kit/field.ts'
import { OF_CORP, OF_UNIT } from './unit.ts'

const made = { editable: 'never' } as const

/** 成员账号：企业微信里的一位成员是本系统的哪个账号；企业开启后，该账号的站内消息也发到企业微信。 */
export const wecomMember = defineEntity('wecomMember', {
  title: '成员账号',
  service: 'blade-qyweixin',
  path: 'member', // inferred
  fields: {
    ...OF_CORP,
    memberId: text('成员账号', {
      required: true,
      search: true,
      length: 64,
      check: 'memberId',
      editable: 'add',
      help: '企业微信通讯录里的账号',
    }), // inferred
    account: text('登录账号', { required: true, search: true, length: 64, editable: 'add', help: '本系统的登录账号' }), // inferred
    userName: text('姓名', { search: true, length: 100, ...made }), // inferred
    remark: text('备注', { length: 200 }), // inferred
    toldTime: dateTime('最近发送', made), // inferred
    toldText: text('发送说明', { length: 200, ...made }), // inferred
    userId: text('用户主键', { length: 20, list: false, ...made }), // inferred
    tiedFrom: text('对应起点', { length: 20, list: false, ...made }), // inferred
    ...OF_UNIT,
  },
  unique: [
    ['corpId', 'memberId'],
    ['corpId', 'account'],
  ],
  importKey: ['corpId', 'memberId'],
  order: ['corpId', 'memberId'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

/** What became of one message for one member. `claimed`: handed to the platform, whose answer is not kept yet. */
export const TOLD = { claimed: 1, sent: 2, failed: 3, unknown: 4 } as const
