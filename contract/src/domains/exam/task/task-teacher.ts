import { defineCall } from '../../../kit/call.ts'
import { defineEntity, listRowFields } from '../../../kit/entity.ts'
import { dateTime, dict, flag, integer, ref, text } from '../../../kit/field.ts'
import { defineList } from '../../../kit/list.ts'

/** 考务教师：学校为考务任务报的任课教师，一科一条；从中抽调的阅卷教师另成一条。 */
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
    teacherKind: dict('类别', 'exam_teacher_kind', {
      required: true,
      numeric: true,
      default: 1,
      editable: 'never',
      list: false,
    }), // inferred
    confirmStatus: flag('已确认', { default: 0, editable: 'never', search: true }), // inferred
    confirmTime: dateTime('确认时间', { editable: 'never', list: false }), // inferred
    arrangeStatus: dict('抽调状态', 'exam_mark_status', { numeric: true, editable: 'never', list: false }), // inferred
    markAccount: text('阅卷账号', { length: 20, editable: 'never', list: false }), // inferred
    markRole: dict('阅卷角色', 'mark_role', { numeric: true, editable: 'never', list: false }), // inferred
    markGroup: text('阅卷小组', { length: 30, editable: 'never', list: false }), // inferred
    returnReason: text('退回理由', { length: 200, editable: 'never', list: false }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['taskId', 'teacherCode', 'courseName', 'teacherKind']],
  importKey: ['taskId', 'teacherCode', 'courseName', 'teacherKind'],
  order: ['taskId', 'areaCode', 'schoolCode', 'courseName', 'teacherCode'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

/** Kinds of rows: who teaches, as reported by the school; who marks, as pulled by the bureau. */
export const REPORTED = 1
export const MARKING = 2

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

/** 学校确认任课教师已报齐。 */
export const confirmTeachers = defineCall('examTaskTeacher.confirm', {
  method: 'POST',
  path: `${BASE}/confirm`, // inferred
  title: '确认教师报齐',
  access: { permission: 'examtaskteacher_edit' },
  input: {
    taskId: ref('考务任务', 'examTask', { required: true }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
  },
  output: { confirmed: integer('确认人数', { required: true }) },
})

export const taskTeacherCalls = [queryTeacherList, takeTeachers, confirmTeachers]
