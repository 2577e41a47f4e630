import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, secret, text } from '../../kit/field.ts'

/** 公众号账号。appid 定下后不改。 */
export const wxAccount = defineEntity('wxAccount', {
  title: '公众号账号',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: text('公众号 appid', { required: true, search: true, length: 32, editable: 'add' }),
    name: text('名称', { required: true, search: true, length: 50 }),
    type: dict('类型', 'wx_account_type', { numeric: true, required: true, search: true }),
    verified: flag('已认证', { default: 1 }),
    secret: secret('AppSecret', { required: true, length: 64 }),
    token: secret('Token', { length: 32 }),
    aesKey: secret('EncodingAESKey', { length: 43, help: '43位，明文模式不填' }),
  },
  unique: [['appid']],
  order: ['createTime'],
})
