import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { date, dateTime, dict, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { defineReview } from '../../kit/review.ts'
import { defineStates } from '../../kit/states.ts'

const read = { editable: 'never' } as const
const decided = { ...read, list: false } as const

/** 印章的状态; whether it is in time follows from its dates. */ // inferred
export const sealStates = defineStates(
  'seal',
  {
    inUse: { value: 1, title: '使用中' },
    suspended: { value: 2, title: '已停用' },
    revoked: { value: 3, title: '已吊销' },
    superseded: { value: 5, title: '已被取代' },
  },
  {
    suspend: { title: '停用', from: ['inUse'], to: 'suspended' },
    resume: { title: '恢复', from: ['suspended'], to: 'inUse' },
    revoke: { title: '吊销', from: ['inUse', 'suspended'], to: 'revoked' },
    supersede: { title: '取代', from: ['inUse', 'suspended'], to: 'superseded' },
    remove: { title: '删除', from: ['revoked', 'superseded'], to: '*' },
  },
)

/** 印章: made from an approved application; what was signed by its maker never changes, only its state does. */
export const sealInfo = defineEntity('sesealinfo', {
  title: '印章',
  service: 'yzl-seseal/seseal',
  table: 'seal_info',
  fields: {
    sealName: text('印章名称', { ...read, required: true, search: true, length: 100 }), // inferred
    sealType: dict('印章类型', 'seal_type', { ...read, numeric: true, required: true, search: true }), // inferred
    ownerName: text('用章单位', { ...read, required: true, search: true, length: 100 }), // inferred
    areaCode: dict('县区', 'exam_area', { ...read, list: false }), // inferred
    deptUscc: text('单位信用代码', { ...read, required: true, search: 'equal', length: 18 }), // inferred
    esId: text('印章编码', { ...read, required: true, search: true, length: 40 }), // inferred
    permitId: ref('印章申请', 'sesealpermit', { ...read, required: true, list: false }), // inferred
    mouldId: ref('印模', 'sealmould', { ...decided, required: true }), // inferred
    ukeyId: ref('UKey', 'ukeyinfo', decided), // inferred
    supersedesId: ref('取代的印章', 'sesealinfo', decided), // inferred
    certIds: ref('签名证书', 'cert', { ...decided, multiple: true }), // inferred
    makerCertId: ref('制章者证书', 'cert', { ...decided, required: true }), // inferred
    pictureType: text('印模格式', { ...decided, required: true, length: 10 }), // inferred
    widthMm: integer('宽', { ...decided, required: true, unit: '毫米' }), // inferred
    heightMm: integer('高', { ...decided, required: true, unit: '毫米' }), // inferred
    structVersion: integer('结构版本', { ...decided, required: true }), // inferred
    sealSm3: text('SM3摘要', { ...read, required: true, length: 64, list: false }), // inferred
    validStart: date('有效期起', { ...read, required: true }), // inferred
    validEnd: date('有效期止', { ...read, required: true }), // inferred
    sealState: dict('状态', 'seal_state', { ...read, numeric: true, required: true, search: true }), // inferred
    stateReason: text('停用或吊销原因', { ...decided, length: 200 }), // inferred
    stateTime: dateTime('状态变更时间', decided), // inferred
    useCount: integer('使用次数', read), // inferred
    lastUseTime: dateTime('最近使用', read), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['esId']],
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'deptUscc' },
})

const BASE = '/api/yzl-seseal/seseal/sesealinfo'
const view = { permission: 'sesealinfo_view' }
const id = text('主键', { required: true, length: 20 })

export const sealInfoList = defineList('sesealinfo.list', {
  path: `${BASE}/list`,
  title: '印章列表',
  access: view,
  fields: listRowFields(sealInfo),
  order: sealInfo.order ?? [],
})

export const sealInfoDetail = defineCall('sesealinfo.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '印章详情',
  access: view,
  input: { id },
  output: { ...listRowFields(sealInfo), picture: paragraph('印模图形', { required: true }) },
})

/** 备注; a state in the body is the action that leads there. */
export const sealInfoSubmit = defineCall('sesealinfo.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '印章保存',
  access: { permission: 'sesealinfo_state' },
  input: {
    id: text('主键', { required: true, length: 20, message: '印章由印章申请制作，不能直接新增' }),
    remark: text('备注', { length: 500 }),
    sealState: dict('状态', 'seal_state', { numeric: true }),
    stateReason: text('停用或吊销原因', { length: 200 }),
  },
  output: listRowFields(sealInfo),
  stepUp: true,
})

export const sealInfoRemove = defineCall('sesealinfo.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '印章删除',
  access: { permission: 'sesealinfo_delete' },
  input: { ids: text('主键', { length: 100_000 }) },
  answer: 'status',
})

/** The seal as it was signed: the DER of GB/T 38540 SESeal. */ // inferred
export const sealInfoDownload = defineCall('sesealinfo.download', {
  method: 'GET',
  path: `${BASE}/download`,
  title: '印章下载',
  access: view,
  input: { id },
  answer: 'file',
})

/** 停用、恢复、吊销; what a seal has gone through stands in its log. */
export const sealReview = defineReview('sesealinfo', {
  noun: '印章',
  entity: sealInfo,
  states: sealStates,
  column: 'sealState',
  steps: {
    suspend: { title: '停用', permission: 'sesealinfo_state', pass: ['suspend'], stepUp: true },
    resume: { title: '恢复', permission: 'sesealinfo_state', pass: ['resume'], stepUp: true },
    revoke: { title: '吊销', permission: 'sesealinfo_state', pass: ['revoke'], stepUp: true },
  },
  reasons: { suspend: '请填写停用原因', revoke: '请填写吊销原因' },
  marks: {
    suspend: { stateTime: 'time', stateReason: 'opinion' },
    resume: { stateTime: 'time', stateReason: 'none' },
    revoke: { stateTime: 'time', stateReason: 'opinion' },
    supersede: { stateTime: 'time', stateReason: 'opinion' },
  },
  ownerLink: '/seal/sesealinfo',
  opinion: ['reason'],
})
