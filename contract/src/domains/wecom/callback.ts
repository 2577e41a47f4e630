import { defineCall } from '../../kit/call.ts'
import { paragraph, text } from '../../kit/field.ts'

const SIGNED = {
  corpId: text('企业', { required: true, length: 64 }),
  msg_signature: text('签名', { length: 64 }),
  timestamp: text('时间', { length: 16 }),
  nonce: text('随机数', { length: 64 }),
}

/** 企业微信验证回调地址：回答解密后的回显。 */
export const wecomVerify = defineCall('wecomCorp.verify', {
  method: 'GET',
  path: '/api/blade-qyweixin/callback/:corpId', // inferred
  title: '企业微信回调地址验证',
  access: 'public',
  answer: 'bare',
  input: { ...SIGNED, echostr: text('回显', { length: 1024 }) },
})

/** 企业微信的回调：通讯录、学校通讯录、外部联系人的变更，只带编号，随后重新读取。 */
export const wecomReceive = defineCall('wecomCorp.receive', {
  ...wecomVerify,
  method: 'POST',
  title: '企业微信回调',
  body: 'xml',
  readOnly: true,
  input: { ...SIGNED, xml: paragraph('报文', { length: 1_000_000 }) },
})
