import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'

const read = { editable: 'never' } as const

/** 吊销列表的状态: the newest of an authority counts. */ // inferred
export const crlStates = defineStates(
  'sealCrl',
  { current: { value: 1, title: '当前' }, superseded: { value: 2, title: '已被取代' } },
  { supersede: { title: '取代', from: ['current'], to: 'superseded' } },
)

/** 证书吊销列表: signed by an authority of the trust chain, taken in as it was published. */
export const crl = defineEntity('crl', {
  title: '证书吊销列表',
  service: 'yzl-seseal/signserver',
  table: 'seal_crl',
  fields: {
    crlPem: paragraph('吊销列表', {
      required: true,
      length: 500_000,
      editable: 'add',
      help: 'PEM 格式，以 -----BEGIN X509 CRL----- 开头',
    }), // inferred
    distributionUrl: text('发布地址', { length: 500, list: false }), // inferred
    issuerDn: text('签发者', { ...read, search: true, length: 500 }), // inferred
    issuerId: ref('签发证书', 'trustchain', { ...read, required: true }), // inferred
    crlNumber: text('列表编号', { ...read, required: true, length: 60 }), // inferred
    thisUpdate: dateTime('本次更新', read), // inferred
    nextUpdate: dateTime('下次更新', read), // inferred
    entryCount: integer('吊销证书数', read), // inferred
    crlStatus: dict('状态', 'seal_crl_status', { ...read, numeric: true, search: true }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['issuerId', 'crlNumber']],
  order: ['-createTime'],
})

/** 签发吊销列表: by an authority whose key is kept here, with all it has revoked. */ // inferred
export const crlIssue = defineCall('crl.issue', {
  method: 'POST',
  path: '/api/yzl-seseal/signserver/crl/issue',
  title: '签发吊销列表',
  access: { permission: 'crl_add' },
  input: {
    certId: ref('签发证书', 'cert', { required: true, help: '根证书或中级证书，其密钥在本系统' }),
    days: integer('有效天数', { min: 1, max: 3650, default: 90 }),
  },
  output: { id: text('主键', { required: true }) },
  stepUp: true,
})

/** The list as programs fetch it, DER. */ // inferred
export const crlDownload = defineCall('crl.download', {
  method: 'GET',
  path: '/api/yzl-seseal/signserver/crl/download',
  title: '下载吊销列表',
  access: { permission: 'crl_view' },
  input: { id: text('主键', { required: true, length: 20 }) },
  answer: 'file',
})
