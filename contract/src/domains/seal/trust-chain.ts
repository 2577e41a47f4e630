import { defineEntity } from '../../kit/entity.ts'
import { dateTime, flag, integer, paragraph, ref, text } from '../../kit/field.ts'

const read = { editable: 'never' } as const

/** 信任链: certificates of authorities, each below the one that issued it; a root is trusted or not. */
export const trustChain = defineEntity('trustchain', {
  title: '信任链',
  service: 'yzl-seseal/signserver',
  table: 'seal_trust_chain',
  fields: {
    chainName: text('名称', { required: true, search: true, length: 100 }), // inferred
    parentId: ref('上级证书', 'trustchain', { editable: 'add', help: '不选为根证书' }), // inferred
    certPem: paragraph('证书', {
      required: true,
      length: 20_000,
      editable: 'add',
      help: 'PEM 格式，以 -----BEGIN CERTIFICATE----- 开头',
    }), // inferred
    isAnchor: flag('信任', { search: true, default: 0, help: '只用于根证书' }), // inferred
    nodeLevel: integer('层级', read), // inferred
    subjectDn: text('证书主体', { ...read, search: true, length: 500 }), // inferred
    algorithm: text('密钥算法', { ...read, length: 10 }), // inferred
    fingerprint: text('SM3指纹', { ...read, length: 64, list: false }), // inferred
    notBefore: dateTime('生效时间', { ...read, list: false }), // inferred
    notAfter: dateTime('失效时间', read), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['fingerprint']],
  order: ['nodeLevel', '-createTime'],
})
