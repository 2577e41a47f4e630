import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, secret, text } from '../../kit/field.ts'

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
    agentId: integer('应用编号', { min: 1, max: 2147483647 }), // inferred
    secret: secret('应用Secret', { length: 128 }), // inferred
    contactSecret: secret('通讯录Secret', { length: 128, help: '不填时用应用的Secret读写通讯录' }), // inferred
    token: secret('回调Token', { length: 32 }), // inferred
    encodingAesKey: secret('回调EncodingAESKey', { length: 43, help: '43位' }), // inferred
    schoolMode: flag('家校通讯录', { default: 1 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['corpId']],
  order: ['createTime'],
  scope: { area: 'areaCode', school: 'uscc' },
})
