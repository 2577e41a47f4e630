import { defineEntity } from '../../kit/entity.ts'
import { date, dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 学生：学籍号是跨考试的身份；学籍号可能含身份证号，列表里遮盖。 */
export const basicStudent = defineEntity('basicStudent', {
  title: '学生信息',
  service: 'bigdata-service',
  path: 'basicstudent',
  fields: {
    studentCode: text('学籍号', {
      required: true,
      search: 'equal',
      length: 24,
      check: 'studentCode',
      personal: 'studentCode',
      editable: 'add',
    }),
    studentName: text('姓名', { required: true, search: 'name', length: 50 }),
    gender: dict('性别', 'gender', { required: true }), // inferred
    birthday: date('出生日期', { list: false }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }),
    stage: dict('学段', 'stage', { required: true }), // inferred
    enterYear: integer('入学年份', { required: true, min: 1900, max: 2999 }), // inferred
    gradeCode: dict('年级', 'exam_grade', { search: true }), // inferred
    classCode: text('班级代码', { length: 40, list: false }), // inferred
    className: text('班级', { length: 40 }), // inferred
    studentNo: text('学号', { length: 20, list: false }), // inferred
    artsScience: dict('科类', 'arts_science', { list: false }), // inferred
    courseCombination: text('选科', { isWorded: true, length: 20 }), // inferred
    studentType: dict('学生类别', 'student_type', { default: '1', list: false }), // inferred
    enrolStatus: dict('学籍状态', 'enrol_status', { default: '1' }), // inferred
    phone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    isSealed: flag('封存', { default: 0, list: false }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['studentCode']],
  importKey: ['studentCode'],
  order: ['schoolCode', 'classCode', 'studentNo'],
  large: { sorts: ['studentName'] },
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})
