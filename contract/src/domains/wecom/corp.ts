import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, secret, text } from '../../kit/field.ts'

/** 企业微信里的一家企业：单位、应用和回调的密钥。企业ID定下后不改。 */
export const wecomCorp = defineEntity('wecomCorp', {
  title: '企业管理',
  service: 'blade-qyweixin',
  path: 'corp',
  fields: {
    corpId: text('企业ID', { required: true, search: true, length: 64, editable: 'add', help: '以 ww 或 wx 开头' }), // inferred
    corpName: text('企业名称', { required: true, search: true, length: 64 }), // inferred
    corpFullName: text('企业全称', { length: 128, list: false }), // inferred
    uscc: text('单位代码', {
      length: 18,
      search: 'equal',
      check: 'creditCode',
      help: '学校或教育局的统一社会信用代码',
    }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, help: '单位是学校时由学校得出' }), // inferred
    agentId: integer('应用AgentId', { min: 1, max: 2147483647 }), // inferred
    secret: secret('应用Secret', { length: 128 }), // inferred
    contactSecret: secret('通讯录Secret', { length: 128, help: '不填时用应用的Secret读写通讯录' }), // inferred
    token: secret('回调Token', { length: 32 }), // inferred
    encodingAesKey: secret('回调EncodingAESKey', { length: 43, help: '43位' }), // inferred
    schoolMode: flag('家校通讯录', { default: 1 }), // inferred
    pushMessages: flag('推送站内消息', {
      default: 0,
      help: '系统消息和待办也发给对应的成员；只发开启以后的',
    }), // inferred
    pushFrom: text('推送起点', { length: 20, editable: 'never', list: false }), // inferred
    pushTried: dateTime('推送时间', { editable: 'never', list: false }), // inferred
    pushError: text('推送说明', { length: 500, editable: 'never' }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['corpId']],
  order: ['createTime'],
  scope: { area: 'areaCode', school: 'uscc' },
})
