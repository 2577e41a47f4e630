import { defineEntity } from '../../kit/entity.ts'
import { dateTime, decimal, dict, integer, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 学生测评：读完一本书后的一次作答。等级由得分率算出，不由写入方给出。 */ // inferred
export const studentAssess = defineEntity('studentAssess', {
  title: '学生测评',
  service: MALL_SERVICES,
  table: 'mall_student_assess',
  dialect: 'mall',
  limited: true,
  fields: {
    studentName: text('学生姓名', { required: true, search: 'name', length: 50 }),
    areaCode: dict('县区', 'exam_area', { editable: 'never', search: true }),
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      required: true,
      search: true,
    }),
    gradeName: text('年级', { isWorded: true, search: true, length: 20 }),
    className: text('班级', { length: 40 }),
    bookName: text('图书', { required: true, search: true, length: 100 }),
    questionCount: integer('题数', { required: true, min: 1, max: 1000 }),
    correctCount: integer('答对', { required: true, min: 0, max: 1000 }),
    score: decimal('得分', { required: true, scale: 1, min: 0, max: 1000 }),
    fullScore: decimal('满分', { required: true, scale: 1, min: 1, max: 1000 }),
    assessLevel: dict('等级', 'assess_level', { numeric: true, search: true, editable: 'never' }),
    attemptNo: integer('第几次', { default: 1, min: 1, max: 99 }),
    duration: integer('用时', { min: 0, max: 86_400, unit: '秒' }),
    submitTime: dateTime('提交时间', { search: 'range' }),
  },
  order: ['-submitTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
