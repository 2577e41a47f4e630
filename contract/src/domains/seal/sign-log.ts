import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, integer, json, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import type { SealPlace } from './sign-rule.ts'

const read = { editable: 'never' } as const
const unlisted = { ...read, list: false } as const

/** 签章日志: every attempt to sign, in a chain of hashes; only the remark of a line ever changes. */
export const signLog = defineEntity('signlog', {
  title: '签章日志',
  service: 'yzl-seseal/signserver',
  table: 'seal_sign_log',
  fields: {
    signTime: dateTime('签署时间', { ...read, required: true, search: 'range' }), // inferred
    docName: text('文件', { ...read, required: true, search: true, length: 200 }), // inferred
    sealName: text('印章', { ...read, required: true, search: true, length: 100 }), // inferred
    signResult: dict('结果', 'seal_sign_result', { ...read, numeric: true, required: true, search: true }), // inferred
    signerName: text('签署人', { ...read, required: true, search: true, length: 100 }), // inferred
    verifyCode: text('验真码', { ...read, search: 'equal', length: 20 }), // inferred
    areaCode: dict('县区', 'exam_area', unlisted), // inferred
    deptUscc: text('用章单位代码', { ...unlisted, required: true, search: 'equal', length: 18 }), // inferred
    sealId: ref('印章', 'sesealinfo', { ...unlisted, required: true }), // inferred
    strategyId: ref('签章策略', 'signstrategy', { ...unlisted, required: true }), // inferred
    strategyVersion: integer('策略版本', unlisted), // inferred
    signFormat: dict('签名格式', 'seal_sign_format', { ...unlisted, numeric: true }), // inferred
    certSerial: text('证书序列号', { ...unlisted, search: 'equal', length: 200 }), // inferred
    docHashBefore: text('签前SM3', { ...unlisted, length: 64 }), // inferred
    docHashAfter: text('签后SM3', { ...unlisted, length: 64 }), // inferred
    tsaTime: dateTime('时间戳时间', unlisted), // inferred
    signPositions: json<SealPlace[] | null>('位置', unlisted), // inferred
    errorMsg: text('失败原因', { ...read, length: 300 }), // inferred
    costMs: integer('用时', { ...unlisted, unit: '毫秒' }), // inferred
    clientIp: text('来源地址', { ...unlisted, length: 64 }), // inferred
    seq: integer('链上序号', { ...read, required: true }), // inferred
    prevHash: text('上一行摘要', { ...unlisted, required: true, length: 64 }), // inferred
    rowHash: text('本行摘要', { ...unlisted, required: true, length: 64 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['seq']],
  order: ['-seq'],
  scope: { area: 'areaCode', school: 'deptUscc' },
})

const BASE = '/api/yzl-seseal/signserver/signlog'
const view = { permission: 'signlog_view' }

export const signLogList = defineList('signlog.list', {
  path: `${BASE}/list`,
  title: '签章日志列表',
  access: view,
  fields: listRowFields(signLog),
  order: signLog.order ?? [],
})

export const signLogDetail = defineCall('signlog.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '签章日志详情',
  access: view,
  input: { id: text('主键', { required: true, length: 20 }) },
  output: listRowFields(signLog),
})

/** 只能补充备注; everything else of a line is in the chain. */
export const signLogSubmit = defineCall('signlog.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '签章日志保存',
  access: { permission: 'signlog_remark' },
  input: {
    id: text('主键', { required: true, length: 20, message: '签章日志由签章产生，不能新增' }),
    remark: text('备注', { length: 500 }),
  },
  output: listRowFields(signLog),
})

/** Takes lines out of sight; they stay in the chain and in the table. */
export const signLogRemove = defineCall('signlog.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '签章日志隐藏',
  access: { permission: 'signlog_delete' },
  input: { ids: text('主键', { length: 100_000 }) },
  answer: 'status',
  stepUp: true,
})

/** 校验签章日志的哈希链。 */ // inferred
export const signLogVerify = defineCall('signlog.verifyChain', {
  method: 'GET',
  path: `${BASE}/verify-chain`,
  title: '校验签章日志',
  access: view,
  output: {
    checked: integer('已校验', { required: true }),
    head: text('链首摘要', { required: true }),
    /** 0 where the chain is whole. */
    brokenSeq: integer('断开处', { required: true }),
    reason: text('原因', { required: true }),
  },
})
