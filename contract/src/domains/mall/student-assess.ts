import { defineEntity } from '../../kit/entity.ts'
import { dateTime, decimal, dict, integer, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 学生测评：读完一本书后的一次作答。等级由得分率算出，不由写入方给出。 */ // inferred
export const studentAssess = defineEntity('studentAssess', {
  title: '学生测评',
  service: MALL_SERVICES,
  table: 'mall_student_assess',
  dialect: 'mall',
  fields: {
    studentName: text('学生姓名', { required: true, search: true, length: 50, width: 110 }),
    areaCode: dict('县区', 'exam_area', { editable: 'never', search: true, width: 100 }),
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      required: true,
      search: true,
      width: 190,
    }),
    gradeName: text('年级', { search: true, length: 20, width: 90 }),
    className: text('班级', { length: 40, width: 100 }),
    bookName: text('图书', { required: true, search: true, length: 100, width: 180 }),
    questionCount: integer('题数', { required: true, min: 1, max: 1000, width: 80 }),
    correctCount: integer('答对', { required: true, min: 0, max: 1000, width: 80 }),
    score: decimal('得分', { required: true, scale: 1, min: 0, max: 1000, width: 80 }),
    fullScore: decimal('满分', { required: true, scale: 1, min: 1, max: 1000, width: 80 }),
    assessLevel: dict('等级', 'assess_level', { numeric: true, search: true, editable: 'never', width: 90 }),
    attemptNo: integer('第几次', { default: 1, min: 1, max: 99, width: 80 }),
    duration: integer('用时', { min: 0, max: 86_400, unit: '秒', width: 100 }),
    submitTime: dateTime('提交时间', { search: 'range', width: 170 }),
  },
  order: ['-submitTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
  screen: { writable: false },
})
