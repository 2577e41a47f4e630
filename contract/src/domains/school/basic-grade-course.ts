import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, score, text } from '../../kit/field.ts'

/** 年级课程：每个年级开哪些科目、满分多少；新考试的科目由它填入。 */
export const basicGradeCourse = defineEntity('basicGradeCourse', {
  title: '年级课程',
  service: 'bigdata-service',
  fields: {
    stage: dict('学段', 'stage', { required: true, search: true }), // inferred
    gradeCode: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    courseName: dict('科目', 'exam_course', { required: true, search: true }), // inferred
    courseCode: text('科目代码', { length: 32, list: false }), // inferred
    courseAlias: text('别名', { length: 200, help: '导入时也认作这一科的名称，用逗号隔开' }), // inferred
    examScore: score('满分', { required: true, min: 1, max: 1000 }), // inferred
    courseKind: dict('选考类型', 'course_kind', { default: '1', search: true }), // inferred
    isInTotal: flag('计入总分', { default: 1 }), // inferred
    isLevel: flag('等级赋分', { default: 0 }), // inferred
    sort: integer('排序', { default: 0, list: false }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
  },
  unique: [['stage', 'gradeCode', 'courseName']],
  order: ['stage', 'gradeCode', 'sort', 'courseName'],
})
