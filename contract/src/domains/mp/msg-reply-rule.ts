import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, paragraph, ref, text } from '../../kit/field.ts'

/** 自动回复规则：优先级高的先答；时段可以跨过零点。 */
export const msgReplyRule = defineEntity('msgReplyRule', {
  title: '自动回复规则',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    ruleName: text('规则名称', { required: true, length: 20 }),
    appid: ref('公众号', 'wxAccount', { value: 'appid', help: '不选则对所有公众号生效', list: false }),
    matchValue: text('匹配词', {
      required: true,
      search: true,
      length: 200,
      help: '多个以逗号分隔；也可以是菜单 KEY、二维码场景、subscribe',
    }),
    exactMatch: flag('完全匹配', { default: 0 }),
    replyType: dict('回复类型', 'wx_reply_type', { required: true }),
    replyContent: paragraph('回复内容', { required: true, length: 1024, list: true }),
    priority: integer('优先级', { required: true, default: 0, min: -1000, max: 1000, help: '大的先答' }),
    effectTimeStart: text('生效时间', { required: true, default: '00:00:00', length: 8, list: false }),
    effectTimeEnd: text('失效时间', {
      required: true,
      default: '23:59:59',
      length: 8,
      list: false,
      help: '早于生效时间时跨过零点',
    }),
    isEnabled: flag('启用', { default: 1 }),
    remark: text('说明', { length: 255, list: false }),
  },
  order: ['-updateTime'],
})
