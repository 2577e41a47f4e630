import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { date, dateTime, dict, ref, text } from '../../kit/field.ts'
import { defineReview } from '../../kit/review.ts'
import { defineStates } from '../../kit/states.ts'
import { requestStudents } from './personal-request.ts'

const decided = { editable: 'never', list: false } as const

/** 监护人同意的状态。 */ // inferred
export const consentStates = defineStates(
  'guardianConsent',
  {
    given: { value: 1, title: '已同意' },
    withdrawn: { value: 2, title: '已撤回' },
  },
  {
    edit: { title: '修改', from: ['given'], to: '*' },
    remove: { title: '删除', from: ['given'], to: '*' },
    expire: { title: '到期清理', from: ['withdrawn'], to: '*' },
    withdraw: { title: '撤回同意', from: ['given'], to: 'withdrawn' },
  },
)

/** 监护人同意：哪位监护人为哪个孩子同意了哪个处理目的的哪一版同意书；撤回后另起一条。 */
export const guardianConsent = defineEntity('guardianConsent', {
  title: '监护人同意', // inferred
  service: 'blade-privacy', // inferred
  path: 'guardianconsent', // inferred
  fields: {
    purposeId: ref('处理目的', 'dataPurpose', { required: true, search: true, editable: 'add' }), // inferred
    studentId: ref('学生', 'basicStudent', { required: true, editable: 'add', list: false }), // inferred
    studentName: text('学生姓名', { search: 'name', length: 50, editable: 'never' }), // inferred
    studentCode: text('学籍号', { search: 'equal', length: 24, personal: 'studentCode', editable: 'never' }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, editable: 'never' }), // inferred
    classCode: text('班级代码', { ...decided, length: 40 }), // inferred
    className: text('班级', { length: 40, editable: 'never' }), // inferred
    guardianName: text('监护人', { required: true, length: 50 }), // inferred
    relation: dict('与学生关系', 'privacy_relation', { required: true }), // inferred
    consentWay: dict('同意方式', 'privacy_consent_way', { required: true }), // inferred
    consentVersion: text('同意书版本', { length: 20, editable: 'never' }), // inferred
    givenDate: date('同意日期', { required: true, search: 'range' }), // inferred
    consentStatus: dict('状态', 'privacy_consent_status', { numeric: true, search: true, editable: 'never' }), // inferred
    withdrawTime: dateTime('撤回时间', { editable: 'never' }), // inferred
    withdrawReason: text('撤回原因', { ...decided, length: 200 }), // inferred
    withdrawerName: text('撤回经办人', { ...decided, length: 50 }), // inferred
  },
  order: ['-givenDate', '-createTime'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** 监护人随时可以撤回；记下原因和经办人。 */
export const consentReview = defineReview('guardianConsent', {
  noun: '监护人同意',
  entity: guardianConsent,
  states: consentStates,
  column: 'consentStatus',
  steps: { withdraw: { title: '撤回同意', permission: 'guardianconsent_edit', pass: ['withdraw'] } },
  reasons: { withdraw: '请填写撤回原因' },
  marks: { withdraw: { withdrawTime: 'time', withdrawReason: 'opinion', withdrawerName: 'userName' } },
  opinion: ['withdrawReason'], // inferred
})

/** 登记同意时可选的学生。 */
export const consentStudents = defineCall('guardianConsent.students', {
  method: 'GET',
  path: '/api/blade-privacy/guardianconsent/students', // inferred
  title: '可选学生',
  access: { permission: 'guardianconsent_add' },
  input: requestStudents.input,
  output: requestStudents.output,
  answer: 'list',
})
