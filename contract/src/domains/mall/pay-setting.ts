import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, paragraph, secret, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 外部服务的用途。 */
export const OUTSIDE = { refund: 1, feedback: 2 } as const

/** 书城用到的外部服务：支付平台的退款、阅读作答的智能反馈。每种用途启用一个，默认不启用。 */ // inferred
export const mallOutside = defineEntity('mallOutside', {
  title: '外部服务',
  service: MALL_SERVICES,
  path: 'outside',
  dialect: 'mall',
  fields: {
    serviceName: text('名称', { required: true, search: true, length: 50 }),
    useFor: dict('用途', 'mall_outside_use', { numeric: true, required: true, search: true, editable: 'add' }),
    merchantNo: text('商户号', { length: 64, list: false, help: '支付平台给的编号' }),
    model: text('模型', { length: 100, help: '智能反馈所用的模型名' }),
    endpoint: text('服务地址', { required: true, length: 300, help: '以 https:// 开头；内网服务可用 http' }),
    secretKey: secret('密钥', { length: 500 }),
    timeoutSeconds: integer('超时', { min: 1, max: 60, default: 20, unit: '秒' }),
    isEnabled: flag('启用', { default: 0, search: true }),
    remark: paragraph('备注', { length: 500 }),
  },
  unique: [['serviceName']],
})
