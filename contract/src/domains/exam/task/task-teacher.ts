import { defineCall } from '../../../kit/call.ts'
import { defineEntity, listRowFields } from '../../../kit/entity.ts'
import { dict, integer, ref, text } from '../../../kit/field.ts'
import { defineList } from '../../../kit/list.ts'

/** 考务教师：学校为考务任务报的任课教师，一科一条。 */
export const examTaskTeacher = defineEntity('examTaskTeacher', {
  title: '考务教师',
  service: 'bigdata-service',
  limited: true,
  fields: {
    taskId: ref('考务任务', 'examTask', { required: true, search: true, editable: 'add' }), // inferred
    teacherCode: text('教师编号', { required: true, search: 'equal', length: 32, editable: 'add' }), // inferred
    teacherName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    areaName: text('县区名称', { list: false, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }), // inferred
    schoolName: text('学校名称', { list: false, editable: 'never' }), // inferred
    courseName: dict('科目', 'exam_course', { required: true, search: true, editable: 'add' }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['taskId', 'teacherCode', 'courseName']],
  importKey: ['taskId', 'teacherCode', 'courseName'],
  order: ['taskId', 'areaCode', 'schoolCode', 'courseName', 'teacherCode'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

const BASE = '/api/bigdata-service/examTaskTeacher'
const access = { permission: 'examtaskteacher_view' }

/** 学校报的任课教师。 */
export const queryTeacherList = defineList('examTaskTeacher.queryTeacherList', {
  path: `${BASE}/queryTeacherList`,
  title: '任课教师',
  access,
  fields: listRowFields(examTaskTeacher),
  order: ['taskId', 'schoolCode', 'courseName', 'teacherCode'],
})

/** 各科任课教师按学籍的任课登记带入。 */
export const takeTeachers = defineCall('examTaskTeacher.importTeacherFromRegister', {
  method: 'POST',
  path: `${BASE}/importTeacherFromRegister`, // inferred
  title: '从任课登记带入教师',
  access: { permission: 'examtaskteacher_add' },
  input: {
    taskId: ref('考务任务', 'examTask', { required: true }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
  },
  output: { added: integer('新增', { required: true }), skipped: integer('已有', { required: true }) },
})

export const taskTeacherCalls = [queryTeacherList, takeTeachers]
