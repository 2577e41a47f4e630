import { defineEntity } from '../../kit/entity.ts'
import { date, dict, integer, secret, text } from '../../kit/field.ts'

/** UKey：装证书的实物钥匙；私钥不出 UKey，这里只登记。 */
export const ukeyInfo = defineEntity('ukeyinfo', {
  title: 'UKey管理',
  service: ['yzl-seseal', 'yzl-seseal/signserver'],
  table: 'seal_ukey',
  fields: {
    ukeySn: text('序列号', { required: true, search: true, length: 64, editable: 'add' }), // inferred
    label: text('名称', { required: true, search: true, length: 100 }), // inferred
    vendor: text('厂商', { length: 50 }), // inferred
    model: text('型号', { length: 50, list: false }), // inferred
    firmware: text('固件版本', { length: 50, list: false }), // inferred
    holderName: text('持有人', { required: true, search: true, length: 100 }), // inferred
    areaCode: dict('县区', 'exam_area', { editable: 'never', search: true, list: false }), // inferred
    deptUscc: text('持有单位代码', { required: true, search: 'equal', length: 18, check: 'creditCode' }), // inferred
    issueTime: date('发放日期'), // inferred
    expireTime: date('到期日期'), // inferred
    pin: secret('管理口令', { length: 32, help: '厂商管理工具重置时用' }), // inferred
    pinRetryLeft: integer('口令剩余次数', { min: 0, max: 99, list: false }), // inferred
    ukeyStatus: dict('状态', 'seal_ukey_status', { numeric: true, required: true, search: true, default: 0 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['ukeySn']],
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'deptUscc' },
})
