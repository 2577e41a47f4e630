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
      width: 190,
    }),
    studentName: text('姓名', { required: true, search: true, length: 50, width: 110 }),
    gender: dict('性别', 'gender', { required: true, width: 70 }), // inferred
    birthday: date('出生日期', { table: false }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never', width: 100 }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }),
    stage: dict('学段', 'stage', { required: true, width: 80 }), // inferred
    enterYear: integer('入学年份', { required: true, min: 1900, max: 2999, width: 100 }), // inferred
    gradeCode: dict('年级', 'exam_grade', { search: true, width: 80 }), // inferred
    classCode: text('班级代码', { length: 40, table: false }), // inferred
    className: text('班级', { length: 40, width: 120 }), // inferred
    studentNo: text('学号', { length: 20, table: false }), // inferred
    artsScience: dict('科类', 'arts_science', { table: false }), // inferred
    courseCombination: text('选科', { length: 20, width: 90 }), // inferred
    studentType: dict('学生类别', 'student_type', { default: '1', table: false }), // inferred
    enrolStatus: dict('学籍状态', 'enrol_status', { default: '1', width: 90 }), // inferred
    phone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', table: false }), // inferred
    isSealed: flag('封存', { default: 0, table: false }), // inferred
    remark: text('备注', { span: 24, length: 500, table: false }), // inferred
  },
  unique: [['studentCode']],
  order: ['schoolCode', 'classCode', 'studentNo'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
  screen: { dialogWidth: 880 },
})
