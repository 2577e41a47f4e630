import { defineCall } from '../../kit/call.ts'
import { type EntityRow, defineEntity } from '../../kit/entity.ts'
import { type Row, dict, flag, integer, json, ref, text, word } from '../../kit/field.ts'

/** 班级：身份挂在入学年份上，升级不改班级代码。 */
export const schoolClasses = defineEntity('schoolClasses', {
  title: '班级管理',
  service: 'bigdata-service',
  path: 'school_classes',
  fields: {
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', {
      required: true,
      tree: true,
      value: 'schoolCode',
      search: true,
      editable: 'add',
    }),
    studyYear: integer('学年', { isSchoolYear: true, required: true, min: 1900, max: 2999, search: true }), // inferred
    stage: dict('学段', 'stage', { required: true }), // inferred
    enterYear: integer('入学年份', { required: true, min: 1900, max: 2999 }), // inferred
    gradeCode: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    classNo: integer('班号', { required: true, min: 1, max: 99 }), // inferred
    classCode: text('班级代码', { length: 40, editable: 'never' }), // inferred
    className: text('班级名称', { length: 40, search: true }), // inferred
    classType: dict('班级类型', 'class_type'), // inferred
    headTeacherName: text('班主任', { length: 50 }), // inferred
    isGraduated: flag('已毕业', { default: 0 }), // inferred
    sort: integer('排序', { default: 0, list: false }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
  },
  unique: [['schoolCode', 'stage', 'enterYear', 'classNo']],
  importKey: ['schoolCode', 'stage', 'enterYear', 'classNo'],
  order: ['schoolCode', 'gradeCode', 'classNo'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

const BASE = '/api/bigdata-service/school_classes'
const view = { permission: 'schoolclasses_view' }
const code = text('学校代码', { required: true, length: 18 })

export const classesOfSchool = defineCall('schoolClasses.detailByCode', {
  method: 'GET',
  path: `${BASE}/detail/:schoolCode`,
  title: '学校及其班级',
  access: view,
  input: { schoolCode: code },
  output: {
    schoolCode: code,
    schoolName: text('学校名称', { required: true }),
    areaCode: text('县区', { required: true }),
    classes: json<EntityRow<typeof schoolClasses.fields>[]>('班级'),
  },
})

/** A node of the tree school › stage › grade › class. */
const GRADE_NODE = {
  label: text('名称', { required: true }),
  value: text('值', { required: true }),
  level: word<'stage' | 'grade' | 'class'>('层级'),
}

export interface GradeNode extends Row<typeof GRADE_NODE> {
  children?: GradeNode[]
}

const GRADE = {
  gradeCode: text('年级', { required: true }),
  gradeName: text('年级名称', { isWorded: true, required: true }),
  classNum: integer('班级数', { required: true }),
}

export const gradeTree = defineCall('schoolClasses.getGradeTree', {
  method: 'GET',
  path: `${BASE}/getGradeTree/:code`,
  title: '年级树',
  access: view,
  input: { code },
  output: GRADE_NODE,
  answer: 'list',
})

export const gradeList = defineCall('schoolClasses.getGradeList', {
  method: 'GET',
  path: `${BASE}/getGradeList/:code`,
  title: '年级列表',
  access: view,
  input: { code },
  output: GRADE,
  answer: 'list',
})

export const gradeListOf = defineCall('schoolClasses.getGradeListX', {
  method: 'GET',
  path: `${BASE}/getGradeList/:code/:x`,
  title: '年级列表',
  access: view,
  input: { code, x: text('学段或学年', { required: true, length: 8 }) },
  output: GRADE,
  answer: 'list',
})

/** 按年级补齐班级：已有的不改名。正文是 `[{gradeCode, classNum, startNo}]`。 */
export const initClasses = defineCall('schoolClasses.initClasses', {
  method: 'POST',
  path: `${BASE}/initClasses/:schoolCode/:studyYear`,
  title: '初始化班级',
  access: { permission: 'schoolclasses_add' },
  body: 'array',
  input: { schoolCode: code, studyYear: integer('学年', { isSchoolYear: true, required: true, min: 1900, max: 2999 }) },
  output: { created: integer('新建', { required: true }), existing: integer('已有', { required: true }) },
})
