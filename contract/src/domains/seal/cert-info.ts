import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, paragraph, ref, text, word } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'

const read = { editable: 'never' } as const

/** 证书的登记状态; whether it is in time follows from its dates. */ // inferred
export const certStates = defineStates(
  'sealCert',
  {
    valid: { value: 1, title: '正常' },
    suspended: { value: 2, title: '已停用' },
    revoked: { value: 3, title: '已吊销' },
  },
  {
    suspend: { title: '停用', from: ['valid'], to: 'suspended' },
    resume: { title: '恢复', from: ['suspended'], to: 'valid' },
    revoke: { title: '吊销', from: ['valid', 'suspended'], to: 'revoked' },
  },
)

/** 证书信息: certificates of units and people issued elsewhere; without their keys. */
export const certInfo = defineEntity('certinfo', {
  title: '证书信息',
  service: ['yzl-seseal', 'yzl-seseal/signserver'],
  table: 'seal_cert_info',
  fields: {
    holderName: text('持有人', { required: true, search: true, length: 100 }), // inferred
    areaCode: dict('县区', 'exam_area', { ...read, list: false }), // inferred
    deptUscc: text('持有单位代码', { required: true, search: 'equal', length: 18, check: 'creditCode' }), // inferred
    certPem: paragraph('证书', {
      required: true,
      length: 20_000,
      editable: 'add',
      help: 'PEM 格式，以 -----BEGIN CERTIFICATE----- 开头',
    }), // inferred
    ukeyId: ref('UKey', 'ukeyinfo', { editable: 'add' }), // inferred
    certSerial: text('证书序列号', { ...read, search: true, length: 64 }), // inferred
    subjectDn: text('证书主体', { ...read, length: 500 }), // inferred
    issuerDn: text('签发者', { ...read, length: 500 }), // inferred
    algorithm: text('密钥算法', { ...read, length: 10 }), // inferred
    fingerprint: text('SM3指纹', { ...read, length: 64, list: false }), // inferred
    notBefore: dateTime('生效时间', { ...read, list: false }), // inferred
    notAfter: dateTime('失效时间', read), // inferred
    certStatus: dict('状态', 'seal_cert_status', { ...read, numeric: true, search: true }), // inferred
    revokeTime: dateTime('吊销时间', { ...read, list: false }), // inferred
    revokeReason: dict('吊销原因', 'seal_revoke_reason', { ...read, numeric: true, list: false }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['fingerprint']],
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'deptUscc' },
})

/** 检验证书: whether it holds at this moment, step by step; every step is answered. */ // inferred
export const certCheck = defineCall('certinfo.check', {
  method: 'GET',
  path: '/api/yzl-seseal/certinfo/check',
  title: '检验证书',
  access: { permission: 'certinfo_view' },
  input: { id: text('主键', { required: true }) },
  answer: 'list',
  output: {
    step: word<'period' | 'issuer' | 'root' | 'revocation' | 'state'>('步骤'),
    title: text('检验项', { required: true }),
    /** 1 holds, 0 fails, 2 could not be asked. */
    result: integer('结果', { required: true, min: 0, max: 2 }),
    text: text('说明', { required: true }),
  },
})
