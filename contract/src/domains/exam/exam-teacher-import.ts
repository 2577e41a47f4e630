import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { flag, integer, json, ref, text } from '../../kit/field.ts'
import { examCallInput } from './exam-info.ts'
import { checkFields, snapshotFields } from './exam-student-import.ts'

/** 任课教师（导入）：考试时谁教哪个班，随考试归档。 */
export const examTeacherImport = defineEntity('examTeacherCourseImport', {
  title: '任课教师导入',
  service: 'bigdata-service',
  path: 'examteachercourseimport',
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add', list: false }),
    ...snapshotFields,
    courseName: text('科目', { isWorded: true, required: true, search: true, length: 20 }),
    teacherCode: text('教师编号', { length: 32 }), // inferred
    teacherName: text('教师', { required: true, search: 'name', length: 50 }), // inferred
    isClassLeader: flag('班主任', { default: 0 }), // inferred
    ...checkFields,
  },
  unique: [['examId', 'classCode', 'courseName', 'teacherCode', 'teacherName']],
  order: ['areaCode', 'schoolCode', 'classCode', 'courseName'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

const BASE = '/api/bigdata-service/examteachercourseimport'

export const classTeacherList = defineCall('examTeacherImport.findClassTeacherList', {
  method: 'GET',
  path: `${BASE}/findClassTeacherList`,
  title: '班级任课',
  access: { permission: 'examteachercourseimport_view' },
  input: { ...examCallInput, schoolCode: text('学校'), classCode: text('班级') },
  output: listRowFields(examTeacherImport),
  answer: 'list',
})

export const teacherImportClear = defineCall('examTeacherImport.delAllByExamId', {
  method: 'POST',
  path: `${BASE}/delAllByExamId`,
  title: '清空任课',
  access: { permission: 'examteachercourseimport_delete' },
  input: { ids: text('考试', { length: 4000 }), examId: text('考试') },
  output: { removed: integer('删除条数') },
})

export const teacherImportArchive = defineCall('examTeacherImport.archiveByExamId', {
  method: 'POST',
  path: `${BASE}/archiveByExamId`,
  title: '归档任课',
  access: { permission: 'examinfo_archive' },
  input: examCallInput,
  answer: 'status',
})

export const teacherImportCheck = defineCall('examTeacherImport.checkByExamId', {
  method: 'POST',
  path: `${BASE}/checkByExamId`,
  title: '校验任课',
  access: { permission: 'examinfo_check' },
  input: examCallInput,
  output: {
    checked: integer('校验条数'),
    warnings: integer('警告'),
    missing: json<string[]>('缺任课教师'),
    unknown: json<string[]>('不在教师库'),
  },
})
