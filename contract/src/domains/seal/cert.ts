import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, paragraph, ref, text } from '../../kit/field.ts'

const read = { editable: 'never' } as const

/** 证书: certificates of the sign server's own keys, issued here or taken in from an authority elsewhere. */
export const cert = defineEntity('cert', {
  title: '证书',
  service: 'yzl-seseal/signserver',
  table: 'seal_cert',
  actions: ['save'],
  fields: {
    certName: text('持有者名称', { required: true, search: true, length: 60, editable: 'add' }), // inferred
    certType: dict('证书类型', 'seal_cert_type', {
      numeric: true,
      required: true,
      search: true,
      default: 4,
      editable: 'add',
    }), // inferred
    cipherId: ref('签名密钥', 'cipher', { required: true, editable: 'add' }), // inferred
    ownerCode: text('持有单位代码', { search: 'equal', length: 18, check: 'creditCode', editable: 'add' }), // inferred
    issuerId: ref('签发证书', 'cert', { editable: 'add', help: '由这张机构证书签发；根证书不选' }), // inferred
    validYears: integer('有效年数', { min: 1, max: 30, default: 3, list: false, editable: 'add' }), // inferred
    certPem: paragraph('证书', {
      length: 20_000,
      editable: 'add',
      help: '由外部机构为所选密钥签发的证书，PEM 格式；不填则在此签发',
    }), // inferred
    certSerial: text('证书序列号', { ...read, search: true, length: 64 }), // inferred
    subjectDn: text('证书主体', { ...read, length: 500, list: false }), // inferred
    issuerDn: text('签发者', { ...read, length: 500 }), // inferred
    algorithm: text('签名算法', { ...read, length: 10 }), // inferred
    fingerprint: text('SM3指纹', { ...read, length: 64, list: false }), // inferred
    notBefore: dateTime('生效时间', { ...read, list: false }), // inferred
    notAfter: dateTime('失效时间', read), // inferred
    isEnabled: flag('启用', { default: 1, search: true, help: '停用的证书不再签发，也不再签名' }), // inferred
    revokeTime: dateTime('吊销时间', { ...read, list: false }), // inferred
    revokeReason: dict('吊销原因', 'seal_revoke_reason', { ...read, numeric: true, list: false }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['fingerprint']],
  order: ['-createTime'],
})

/** 吊销证书: from now on, for good; the list of its issuer is issued anew with it. */ // inferred
export const certRevoke = defineCall('cert.revoke', {
  method: 'POST',
  path: '/api/yzl-seseal/signserver/cert/revoke',
  title: '吊销证书',
  access: { permission: 'cert_edit' },
  input: {
    id: text('主键', { required: true, length: 20 }),
    revokeReason: dict('吊销原因', 'seal_revoke_reason', { numeric: true, required: true }),
  },
  answer: 'status',
  stepUp: true,
})
