import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, paragraph, text } from '../../kit/field.ts'

const read = { editable: 'never' } as const

/** 密钥: pairs of keys the sign server works with; made here, the private half never leaves. */
export const cipher = defineEntity('cipher', {
  title: '密钥',
  service: 'yzl-seseal/signserver',
  table: 'seal_cipher',
  actions: ['save'],
  fields: {
    cipherName: text('密钥名称', { required: true, search: true, length: 100 }), // inferred
    keyAlgorithm: dict('密钥算法', 'seal_key_algorithm', {
      numeric: true,
      required: true,
      search: true,
      default: 1,
      editable: 'add',
      help: '保存时在服务器上生成，私钥不外传',
    }), // inferred
    publicKeyPem: paragraph('公钥', { ...read, length: 5000 }), // inferred
    fingerprint: text('SM3指纹', { ...read, length: 64, search: 'equal' }), // inferred
    isEnabled: flag('启用', { default: 1, search: true, help: '停用的密钥不能签名' }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['fingerprint']],
  order: ['-createTime'],
})
