import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { decimal, dict, flag, integer, json, paragraph, text } from '../../kit/field.ts'

/** Where on which pages; lengths in millimetres from the upper left corner of the page as it is read. */
const placed = {
  ruleType: dict('定位方式', 'seal_rule_type', { numeric: true, required: true, search: true, default: 1 }), // inferred
  keyword: text('关键字', { length: 50, list: false, help: '按关键字定位时必填' }), // inferred
  keywordIndex: integer('第几处', { min: -1, max: 999, default: 1, list: false, help: '0为每一处，-1为最后一处' }), // inferred
  keywordAnchor: dict('相对关键字', 'seal_keyword_anchor', { numeric: true, default: 1, list: false }), // inferred
  offsetX: integer('右移', { required: true, min: -300, max: 300, default: 0, unit: '毫米', list: false }), // inferred
  offsetY: integer('下移', { required: true, min: -300, max: 300, default: 0, unit: '毫米', list: false }), // inferred
  pageScope: dict('页面范围', 'seal_page_scope', { numeric: true, default: 1, list: false }), // inferred
  pageList: text('指定页', { length: 200, list: false, help: '如 1-3,5；页面范围为“指定页”时必填' }), // inferred
  coordX: integer('印章中心距左', { min: 0, max: 2000, unit: '毫米', list: false }), // inferred
  coordY: integer('印章中心距上', { min: 0, max: 2000, unit: '毫米', list: false }), // inferred
  seamEdge: dict('骑缝边', 'seal_seam_edge', { numeric: true, default: 1, list: false }), // inferred
  seamPosition: integer('骑缝位置', { min: 0, max: 100, default: 50, unit: '%', list: false, help: '沿这条边的位置' }), // inferred
  seamMinStrip: integer('每页最窄', { min: 2, max: 30, default: 3, unit: '毫米', list: false }), // inferred
  seamGroupPages: integer('每组页数', { min: 2, max: 30, default: 12, list: false, help: '一枚印章最多分到几页' }), // inferred
  opacity: decimal('不透明度', { scale: 2, min: 0.3, max: 1, default: 1, list: false }), // inferred
}

/** 签章规则: where a seal goes. */
export const signRule = defineEntity('signrule', {
  title: '签章规则',
  service: 'yzl-seseal/signserver',
  table: 'seal_sign_rule',
  actions: ['save'],
  fields: {
    ruleCode: text('规则编号', { required: true, search: true, length: 32 }), // inferred
    ruleName: text('规则名称', { required: true, search: true, length: 100 }), // inferred
    ...placed,
    reason: text('签署事由', { length: 100, list: false, help: '写入签名，英文阅读器显示为 Reason' }), // inferred
    location: text('签署地点', { length: 100, list: false }), // inferred
    priority: integer('次序', { min: 0, max: 999, default: 1 }), // inferred
    isEnabled: flag('启用', { default: 1, search: true }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['ruleCode']],
  order: ['priority', '-createTime'],
})

/** One place of a seal, in millimetres: the upper left corner and the size of the whole face on the page as it is read. */
export interface SealPlace {
  page: number
  x: number
  y: number
  width: number
  height: number
  /** Of a strip: which part of the seal is seen, from 0 to 1 along its edge. */
  from: number
  to: number
  along: 'x' | 'y'
}

/** 预览位置: where the rules would put a seal in an uploaded document; nothing is signed, nothing is kept. */ // inferred
export const signPreview = defineCall('signrule.preview', {
  method: 'POST',
  path: '/api/yzl-seseal/signserver/signrule/preview',
  title: '预览盖章位置',
  access: { permission: 'signrule_view' },
  body: 'look',
  readOnly: true,
  input: {
    ruleIds: text('签章规则', { required: true, length: 2000, message: '请选择签章规则' }),
    sealId: text('印章', { length: 20 }),
  },
  output: {
    pages: integer('页数', { required: true }),
    pageWidth: integer('页宽', { required: true }),
    pageHeight: integer('页高', { required: true }),
    places: json<SealPlace[]>('位置'),
    picture: paragraph('印模图形', { required: true }),
  },
})
