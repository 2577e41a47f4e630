import { defineEntity } from '../../kit/entity.ts'
import { date, dict, integer, paragraph, text } from '../../kit/field.ts'

/** Key of the dictionary `privacy_legal_basis`: the guardian's consent. */
export const BY_CONSENT = '1'

/** 个人信息处理目的：为什么处理、处理哪些信息、依据什么、存在哪里、保存多久、给谁。 */
export const dataPurpose = defineEntity('dataPurpose', {
  title: '个人信息处理目的', // inferred
  service: 'blade-privacy', // inferred
  path: 'datapurpose', // inferred
  fields: {
    purposeName: text('处理目的名称', { required: true, search: true, length: 100 }), // inferred
    dataKinds: dict('信息种类', 'privacy_data_kind', { required: true, multiple: true }), // inferred
    legalBasis: dict('处理依据', 'privacy_legal_basis', { required: true, search: true }), // inferred
    basisNote: text('依据的条款', { length: 200, list: false }), // inferred
    storedAt: text('存储地点', { required: true, length: 200 }), // inferred
    retainYears: integer('保存期限', { min: 0, max: 100, unit: '年' }), // inferred
    retainNote: text('期限说明', { length: 200, list: false, help: '如毕业后起算' }), // inferred
    recipients: text('接收方', { length: 500, list: false, help: '向谁提供、委托谁处理；不填为不提供给他人' }), // inferred
    consentText: paragraph('同意书内容', { length: 4000 }), // inferred
    consentVersion: text('同意书版本', { length: 20 }), // inferred
    responsibleName: text('负责人', { required: true, length: 50 }), // inferred
    validFrom: date('生效日期', { required: true }), // inferred
    validTo: date('失效日期', { search: 'range' }), // inferred
  },
  unique: [['purposeName']],
  order: ['-validFrom', 'purposeName'],
})
