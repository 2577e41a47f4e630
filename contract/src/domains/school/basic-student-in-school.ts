import { defineEntity } from '../../kit/entity.ts'
import { dict, integer, ref, text } from '../../kit/field.ts'

/** 在校学生：学校某学年每个年级、科类的在校人数；全校一个数的学生基数另有登记。 */
export const basicStudentInSchool = defineEntity('basicStudentInSchool', {
  title: '在校学生',
  service: 'bigdata-service',
  fields: {
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }), // inferred
    gradeCode: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    artsScience: dict('科类', 'arts_science', { required: true, default: '0', search: true }), // inferred
    studentBaseNum: integer('在校人数', { required: true, min: 0 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['studyYear', 'schoolCode', 'gradeCode', 'artsScience']],
  order: ['-studyYear', 'areaCode', 'schoolCode', 'gradeCode', 'artsScience'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
