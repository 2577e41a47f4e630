import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const year = integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 })
const term = dict('学期', 'term', { required: true, numeric: true, search: true })
const area = dict('县区', 'exam_area', { search: true, editable: 'never' })
const school = ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true })

/** 任课：某学期谁教哪个班的哪一科；学校、年级、班名、姓名取自班级和教师。 */
export const basicTeacherCourse = defineEntity('basicTeacherCourse', {
  title: '任课教师',
  service: 'bigdata-service',
  path: 'basicteachercourse',
  fields: {
    studyYear: year,
    term,
    schoolCode: { ...school, editable: 'never', required: false }, // inferred
    classCode: ref('班级', 'schoolClasses', { required: true, value: 'classCode' }), // inferred
    courseName: dict('科目', 'exam_course', { required: true, search: true }), // inferred
    teacherCode: ref('教师', 'basicTeacher', { required: true, value: 'teacherCode' }), // inferred
    teacherName: text('教师姓名', { length: 50, search: 'name', editable: 'never', list: false }), // inferred
    className: text('班级名称', { length: 40, search: true, editable: 'never', list: false }), // inferred
    gradeCode: dict('年级', 'exam_grade', { search: true, editable: 'never' }), // inferred
    areaCode: area, // inferred
    isClassLeader: flag('班主任', { default: 0 }), // inferred
    weekHours: integer('周课时', { min: 0, max: 60 }), // inferred
  },
  unique: [['studyYear', 'term', 'classCode', 'courseName', 'teacherCode']],
  importKey: ['studyYear', 'term', 'classCode', 'courseName', 'teacherCode'],
  order: ['-studyYear', '-term', 'schoolCode', 'classCode', 'courseName'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** 有任课的教师，每学期每校一条。 */
export const listTeacher = defineList('basicTeacherCourse.listTeacher', {
  path: '/api/bigdata-service/basicteachercourse/listTeacher',
  title: '任课教师名单',
  access: { permission: 'basicteachercourse_view' },
  fields: {
    studyYear: year,
    term,
    areaCode: area,
    schoolCode: school,
    teacherCode: text('教师编号', { required: true }),
    teacherName: text('教师姓名'),
    courseNames: text('科目', { isWorded: true, required: true }), // inferred
    classNum: integer('班级数', { required: true }), // inferred
    isClassLeader: flag('班主任'), // inferred
  },
  order: ['-studyYear', '-term', 'schoolCode', 'teacherCode'],
})
