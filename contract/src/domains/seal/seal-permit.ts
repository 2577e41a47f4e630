import { defineEntity } from '../../kit/entity.ts'
import { date, dateTime, dict, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'

const decided = { editable: 'never', list: false } as const

/** 印章申请的状态。 */ // inferred
export const permitStates = defineStates(
  'sealPermit',
  {
    draft: { value: 0, title: '草稿' },
    waiting: { value: 1, title: '待审批' },
    toMake: { value: 2, title: '待制章' },
    refused: { value: 3, title: '已驳回' },
    made: { value: 4, title: '已制章' },
    cancelled: { value: 5, title: '已取消制章' },
  },
  {
    edit: { title: '修改', from: ['draft', 'refused'], to: '*' },
    remove: { title: '删除', from: ['draft', 'refused'], to: '*' },
    submit: { title: '提交审批', from: ['draft', 'refused'], to: 'waiting' },
    withdraw: { title: '撤回', from: ['waiting'], to: 'draft' },
    approve: { title: '审批通过', from: ['waiting'], to: 'toMake' },
    reject: { title: '驳回', from: ['waiting'], to: 'refused' },
    make: { title: '制章', from: ['toMake'], to: 'made' },
    cancelMake: { title: '取消制章', from: ['toMake', 'made'], to: 'cancelled' },
  },
)

/** 印章申请：谁要刻什么章、为什么；批准后制章。 */
export const sealPermit = defineEntity('sesealpermit', {
  title: '印章申请',
  service: 'yzl-seseal',
  table: 'seal_permit',
  fields: {
    permitNo: text('申请单号', { search: true, length: 32, editable: 'never' }), // inferred
    applyType: dict('申请类型', 'seal_apply_type', { numeric: true, required: true, search: true }), // inferred
    sealName: text('印章名称', { required: true, search: true, length: 100 }), // inferred
    sealType: dict('印章类型', 'seal_type', { numeric: true, required: true, search: true }), // inferred
    sealId: ref('原印章', 'sesealinfo', { list: false, help: '变更、换发、遗失补办和注销的是哪枚印章' }), // inferred
    mouldId: ref('印模', 'sealmould', { list: false, help: '提交审批前必须选择，注销除外' }), // inferred
    unitName: text('用章单位', { required: true, search: true, length: 100 }), // inferred
    areaCode: dict('县区', 'exam_area', { editable: 'never', list: false }), // inferred
    deptUscc: text('单位信用代码', { required: true, search: 'equal', length: 18, check: 'creditCode' }), // inferred
    legalPerson: text('法定代表人', { length: 50, list: false }), // inferred
    applicantName: text('申请人', { length: 50, editable: 'never' }), // inferred
    applicantPhone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    reason: paragraph('申请事由', { length: 500, list: false }), // inferred
    ukeyId: ref('UKey', 'ukeyinfo', { list: false }), // inferred
    validStart: date('有效期起', { list: false }), // inferred
    validEnd: date('有效期止'), // inferred
    permitStatus: dict('状态', 'seal_permit_status', { numeric: true, search: true, editable: 'never' }), // inferred
    approverName: text('审批人', { ...decided, length: 50 }), // inferred
    approveTime: dateTime('审批时间', decided), // inferred
    approveOpinion: text('审批意见', { ...decided, length: 200 }), // inferred
    rejectReason: text('驳回原因', { ...decided, length: 200 }), // inferred
    madeSealId: ref('制成的印章', 'sesealinfo', decided), // inferred
    makerName: text('制章人', { ...decided, length: 50 }), // inferred
    makeTime: dateTime('制章时间', decided), // inferred
    cancelMakeTime: dateTime('取消制章时间', decided), // inferred
    cancelMakeReason: text('取消制章原因', { ...decided, length: 200 }), // inferred
  },
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'deptUscc' },
})
