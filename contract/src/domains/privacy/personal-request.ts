import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { date, dateTime, dict, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'

const BASE = '/api/blade-privacy/personalrequest'
const decided = { editable: 'never', list: false } as const

/** 个人信息请求的状态。 */ // inferred
export const requestStates = defineStates(
  'personalRequest',
  {
    received: { value: 0, title: '已登记' },
    working: { value: 1, title: '办理中' },
    answered: { value: 2, title: '已答复' },
    refused: { value: 3, title: '已拒绝' },
  },
  {
    edit: { title: '修改', from: ['received', 'working'], to: '*' },
    remove: { title: '删除', from: ['received'], to: '*' },
    expire: { title: '到期清理', from: ['answered', 'refused'], to: '*' },
    accept: { title: '受理', from: ['received'], to: 'working' },
    answer: { title: '答复', from: ['working'], to: 'answered' },
    refuse: { title: '拒绝', from: ['working'], to: 'refused' },
  },
)

/**
 * 个人信息请求：监护人要求查阅、复制、更正、删除孩子的信息；到期前办结。学生和单位在登记时记下，学生的数据删除以后仍看得到。
 * `openUntil` 是未办结的答复期限，办结后为空。
 */
export const personalRequest = defineEntity('personalRequest', {
  title: '个人信息请求', // inferred
  service: 'blade-privacy', // inferred
  path: 'personalrequest', // inferred
  fields: {
    openUntil: date('待办期限', { search: 'range', editable: 'never' }), // inferred
    studentId: ref('学生', 'basicStudent', { required: true, editable: 'add', list: false }), // inferred
    studentName: text('学生姓名', { search: 'name', length: 50, editable: 'never' }), // inferred
    studentCode: text('学籍号', { search: 'equal', length: 24, personal: 'studentCode', editable: 'never' }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, editable: 'never' }), // inferred
    classCode: text('班级代码', { ...decided, length: 40 }), // inferred
    className: text('班级', { length: 40, editable: 'never' }), // inferred
    requestKind: dict('请求事项', 'privacy_request_kind', { required: true, search: true }), // inferred
    requesterName: text('申请人', { required: true, search: true, length: 50 }), // inferred
    relation: dict('与学生关系', 'privacy_relation', { required: true }), // inferred
    requesterPhone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    identityCheck: dict('身份核验方式', 'privacy_identity', { required: true, list: false }), // inferred
    content: paragraph('请求内容', { required: true, length: 1000 }), // inferred
    receivedDate: date('收到日期', { required: true, search: 'range' }), // inferred
    dueDate: date('答复期限', { help: '不填则从收到日期起，按系统参数和“节假日安排”计算工作日' }), // inferred
    requestStatus: dict('状态', 'privacy_request_status', { numeric: true, search: true, editable: 'never' }), // inferred
    handlerName: text('受理人', { ...decided, length: 50 }), // inferred
    acceptTime: dateTime('受理时间', decided), // inferred
    answererName: text('答复人', { ...decided, length: 50 }), // inferred
    answerTime: dateTime('答复时间', { editable: 'never' }), // inferred
    answer: text('答复内容或拒绝理由', { ...decided, length: 500 }), // inferred
    remindedDate: date('最近提醒日期', decided), // inferred
  },
  order: ['openUntil', '-createTime'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** 看得到的请求有多少已逾期、将到期、未办结、已办结、逾期办结。 */
export const requestCounts = defineCall('personalRequest.counts', {
  method: 'GET',
  path: `${BASE}/counts`, // inferred
  title: '个人信息请求的数量',
  access: { permission: 'personalrequest_view' },
  output: {
    overdue: integer('已逾期', { required: true }),
    dueSoon: integer('即将到期', { required: true }),
    open: integer('未办结', { required: true }),
    closed: integer('已办结', { required: true }),
    closedLate: integer('逾期办结', { required: true }),
    remindDays: integer('提前提醒的天数', { required: true }),
  },
})

/** 登记时可选的学生：本人范围内，按姓名或学籍号查找，最多20名；不足两个字不查。 */
export const requestStudents = defineCall('personalRequest.students', {
  method: 'GET',
  path: `${BASE}/students`, // inferred
  title: '可选学生',
  access: { permission: 'personalrequest_add' },
  input: { name: text('姓名或学籍号', { length: 50 }) },
  output: {
    id: text('学生', { required: true }),
    studentName: text('学生姓名', { required: true }),
    studentCode: text('学籍号', { required: true, personal: 'studentCode' }),
    schoolName: text('学校'),
    className: text('班级'),
  },
  answer: 'list',
})
