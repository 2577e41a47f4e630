import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 学生信息：家长在阅读程序中添加的孩子。 */ // inferred
export const studentInfo = defineEntity('studentinfo', {
  title: '学生信息',
  service: MALL_SERVICES,
  table: 'mall_student',
  dialect: 'mall',
  limited: true,
  fields: {
    parentId: ref('家长', 'userparentinfo', { required: true, search: true, editable: 'add' }),
    studentName: text('学生姓名', { required: true, search: 'name', length: 50 }),
    studentCode: text('学籍号', { search: 'equal', length: 24, check: 'studentCode', personal: 'studentCode' }),
    gender: dict('性别', 'gender'),
    relation: text('与家长关系', { length: 20, list: false }),
    areaCode: dict('县区', 'exam_area', { editable: 'never', search: true, list: false }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', required: true, search: true }),
    gradeName: text('年级', { isWorded: true, search: true, length: 20 }),
    className: text('班级', { search: true, length: 40 }),
    isEnabled: flag('启用', { default: 1 }),
  },
  unique: [['studentCode']],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
