import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { date, dict, flag, ref, text } from '../../kit/field.ts'

/** 教师：以教师编号为身份；任课、阅卷、档案都由它取姓名和学校。 */
export const basicTeacher = defineEntity('basicTeacher', {
  title: '教师管理',
  service: 'bigdata-service',
  path: 'basicteacher',
  fields: {
    teacherCode: text('教师编号', { required: true, search: true, length: 32, editable: 'add' }),
    teacherName: text('姓名', { required: true, search: 'name', length: 50 }),
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }),
    courseName: dict('任教科目', 'exam_course', { search: true }), // inferred
    stage: dict('学段', 'stage'), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    deptCode: ref('部门', 'basicDepartment', { value: 'deptCode' }), // inferred
    gender: dict('性别', 'gender'), // inferred
    idCard: text('身份证号', { length: 18, check: 'idCard', personal: 'idCard', list: false }), // inferred
    phone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    title: text('职称', { length: 30 }), // inferred
    post: text('职务', { length: 30 }), // inferred
    entryDate: date('入职日期', { list: false }), // inferred
    canMark: flag('可阅卷', { default: 0 }), // inferred
    isSealed: flag('封存', { default: 0, list: false }), // inferred
  },
  unique: [['teacherCode']],
  importKey: ['teacherCode'],
  order: ['schoolCode', 'teacherCode'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

/** 按编号查教师：只查得到自己看得见的，查不到为空。 */
export const teacherByCode = defineCall('basicTeacher.teacherInfoByCode', {
  method: 'GET',
  path: '/api/bigdata-service/teacher/teacher-info-by-code',
  aliases: ['/api/bigdata-service/basicteacher/teacher/teacher-info-by-code'],
  title: '按编号查教师',
  access: { permission: 'basicteacher_view' },
  input: { teacherCode: text('教师编号', { required: true, length: 32 }) },
  output: listRowFields(basicTeacher),
})
