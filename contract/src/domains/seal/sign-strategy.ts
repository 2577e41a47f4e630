import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 签章策略: in which form, by which rules and under which conditions documents are signed. */
export const signStrategy = defineEntity('signstrategy', {
  title: '签章策略',
  service: 'yzl-seseal/signserver',
  table: 'seal_sign_strategy',
  actions: ['save'],
  fields: {
    strategyCode: text('策略编号', { required: true, search: true, length: 32 }), // inferred
    strategyName: text('策略名称', { required: true, search: true, length: 100 }), // inferred
    signFormat: dict('签名格式', 'seal_sign_format', { numeric: true, required: true, search: true, default: 1 }), // inferred
    signRuleIds: ref('签章规则', 'signrule', { required: true, multiple: true }), // inferred
    timestampMode: dict('时间戳', 'seal_timestamp_mode', { numeric: true, default: 1 }), // inferred
    certCheck: dict('证书检验', 'seal_cert_check', { numeric: true, default: 3 }), // inferred
    allowMulti: flag('允许多次签章', { default: 1, list: false, help: '已有签名的文件可以再签' }), // inferred
    lockAfterSign: flag('签后锁定', { default: 0, list: false, help: '之后的任何修改都使签名失效，不能再签' }), // inferred
    printCode: flag('印验真码', { default: 1, list: false, help: '在首页下沿印一行，供公众查验' }), // inferred
    needUkey: flag('须有UKey', { default: 0, list: false, help: '印章登记有UKey才能使用；UKey丢失时印章随之停用' }), // inferred
    docTypes: dict('适用文件', 'seal_doc_type', { multiple: true, list: false, help: '不选为全部' }), // inferred
    roleIds: ref('可用角色', 'role', { tree: true, multiple: true, list: false, help: '不选为全部有权盖章的人' }), // inferred
    timeWindow: text('每日时段', { length: 11, list: false, help: '如 08:00-18:00，不填为全天' }), // inferred
    dailyLimit: integer('每日次数上限', { min: 1, max: 1_000_000, list: false }), // inferred
    version: integer('版本', { editable: 'never' }), // inferred
    isEnabled: flag('启用', { default: 1, search: true }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['strategyCode']],
  order: ['-createTime'],
})
