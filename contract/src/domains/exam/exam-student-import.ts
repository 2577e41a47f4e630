import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, json, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { examCallInput, unarchiveReason } from './exam-info.ts'

/** 批次、行号与校验结果：每个导入表都带。 */
export const checkFields = {
  batchId: text('批次', { list: false, editable: 'never' }),
  rowNo: integer('行号', { list: false, editable: 'never' }),
  checkStatus: dict('校验', 'check_status', {
    numeric: true,
    default: 0,
    editable: 'never',
    search: true,
  }),
  checkMsg: json<{ code: string; level: 'error' | 'warning'; text: string }[]>('校验信息', {
    editable: 'never',
  }),
  archiveStatus: flag('已归档', { default: 0, editable: 'never', list: false }),
}

/** 考试时的所在单位：快照，不随今天的名册变化。 */
export const snapshotFields = {
  areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }),
  areaName: text('县区名称', { list: false, editable: 'never' }),
  schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }),
  schoolName: text('学校名称', { list: false, editable: 'never' }),
  examGrade: text('年级', { isWorded: true, list: false, editable: 'never' }),
  classCode: text('班级代码', { list: false, editable: 'never', length: 40 }),
  examClass: text('班级', { required: true, search: true, length: 40 }),
}

/** 考生名单（导入）。 */
export const examStudentImport = defineEntity('examStudentImport', {
  title: '考生导入',
  service: 'bigdata-service',
  path: 'examstudentimport',
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add', list: false }),
    studentNumber: text('考号', { required: true, search: true, length: 20 }),
    studentCode: text('学籍号', { search: 'equal', length: 24, personal: 'studentCode' }),
    studentName: text('姓名', { required: true, search: 'name', length: 50 }),
    ...snapshotFields,
    gender: dict('性别', 'gender'), // inferred
    studentNo: text('学号', { length: 20 }), // inferred
    studentType: dict('学生类别', 'student_type'), // inferred
    artsScience: dict('科类', 'arts_science'), // inferred
    courseCombination: text('选科', { isWorded: true, length: 20 }), // inferred
    takeCourses: json<string[] | null>('应考科目', { shape: 'texts' }), // inferred
    examRoomNo: text('考场', { length: 10 }), // inferred
    examRoomSeatNum: integer('座位', { min: 0, max: 999 }), // inferred
    isCount: flag('计入统计', { default: 1 }), // inferred
    ...checkFields,
  },
  unique: [['examId', 'studentNumber']],
  order: ['areaCode', 'schoolCode', 'classCode', 'studentNumber'],
  bulk: true,
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

const BASE = '/api/bigdata-service/examstudentimport'

export const studentImportListStudent = defineList('examStudentImport.listStudent', {
  path: `${BASE}/listStudent`,
  title: '考生列表',
  access: { permission: 'examstudentimport_view' },
  input: examCallInput,
  fields: listRowFields(examStudentImport),
})

/** 删除该考试的全部考生；须输入考试名称确认。 */
export const studentImportClear = defineCall('examStudentImport.delAllByExamId', {
  method: 'POST',
  path: `${BASE}/delAllByExamId`,
  title: '清空考生',
  access: { permission: 'examstudentimport_delete' },
  input: { ...examCallInput, examName: text('考试名称') },
  output: { removed: integer('删除条数') },
})

/** 归档考生；`isWhole` 时接着归档成绩。 */
export const studentImportArchive = defineCall('examStudentImport.archiveByExamId', {
  method: 'POST',
  path: `${BASE}/archiveByExamId`,
  title: '归档考生',
  access: { permission: 'examinfo_archive' },
  input: { ...examCallInput, isWhole: flag('接着归档成绩') },
  output: { jobId: text('任务') },
})

/** 撤销考生的归档，成绩的归档随之撤销；须写明原因。 */
export const studentImportUnarchive = defineCall('examStudentImport.unarchiveByExamId', {
  method: 'POST',
  path: `${BASE}/unarchiveByExamId`, // inferred
  title: '撤销考生归档',
  access: { permission: 'examinfo_unarchive' },
  input: { ...examCallInput, reason: unarchiveReason },
  output: { jobId: text('任务') },
})

/** 全部规则重查一遍，`isWhole` 时一并校验成绩；应答 `{ jobId }`。 */
export const studentImportCheck = defineCall('examStudentImport.checkByExamId', {
  method: 'POST',
  path: `${BASE}/checkByExamId`,
  title: '校验考生',
  access: { permission: 'examinfo_check' },
  input: { ...examCallInput, confirmWarnings: flag('确认警告'), isWhole: flag('一并校验成绩') },
  output: { jobId: text('任务') },
})
