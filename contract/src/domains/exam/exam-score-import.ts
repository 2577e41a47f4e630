import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, ref, score, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { examCallInput, unarchiveReason } from './exam-info.ts'
import { checkFields, snapshotFields } from './exam-student-import.ts'

/** 科目成绩（导入）：保留原始文本，规则变了可以重读。 */
export const examScoreImport = defineEntity('examScoreStudentCourseImport', {
  title: '成绩导入',
  service: 'bigdata-service',
  path: 'examscorestudentcourseimport',
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add', list: false }),
    courseName: text('科目', { isWorded: true, required: true, search: true, length: 20 }),
    studentNumber: text('考号', { required: true, search: true, length: 20 }),
    studentCode: text('学籍号', { length: 24, personal: 'studentCode', list: false, editable: 'never' }),
    studentName: text('姓名', { search: 'name', length: 50 }),
    ...snapshotFields,
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, editable: 'never' }),
    examClass: text('班级', { length: 40, editable: 'never' }),
    scoreText: text('原始文本', { required: true, length: 20 }),
    score: score('分数', { editable: 'never' }),
    objectiveScore: score('客观分', { list: false }), // inferred
    subjectiveScore: score('主观分', { list: false }), // inferred
    scoreStatus: dict('分数状态', 'score_status', { numeric: true, editable: 'never', search: true }),
    ...checkFields,
  },
  unique: [['examId', 'courseName', 'studentNumber']],
  order: ['courseName', 'areaCode', 'schoolCode', 'classCode', 'studentNumber'],
  bulk: true,
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

const BASE = '/api/bigdata-service/examscorestudentcourseimport'

export const scoreImportListStudent = defineList('examScoreImport.listStudent', {
  path: `${BASE}/listStudent`,
  title: '考生成绩',
  access: { permission: 'examscorestudentcourseimport_view' },
  input: examCallInput,
  fields: listRowFields(examScoreImport),
})

export const scoreImportClear = defineCall('examScoreImport.delAllByExamId', {
  method: 'POST',
  path: `${BASE}/delAllByExamId`,
  title: '清空成绩',
  access: { permission: 'examscorestudentcourseimport_delete' },
  input: { ...examCallInput, examName: text('考试名称') },
  output: { removed: integer('删除条数') },
})

export const scoreImportArchive = defineCall('examScoreImport.archiveByExamId', {
  method: 'POST',
  path: `${BASE}/archiveByExamId`,
  title: '归档成绩',
  access: { permission: 'examinfo_archive' },
  input: examCallInput,
  output: { jobId: text('任务') },
})

/** 撤销成绩的归档，考生的归档不变；须写明原因。 */
export const scoreImportUnarchive = defineCall('examScoreImport.unarchiveByExamId', {
  method: 'POST',
  path: `${BASE}/unarchiveByExamId`, // inferred
  title: '撤销成绩归档',
  access: { permission: 'examinfo_unarchive' },
  input: { ...examCallInput, reason: unarchiveReason },
  output: { jobId: text('任务') },
})

export const scoreImportCheck = defineCall('examScoreImport.checkByExamId', {
  method: 'POST',
  path: `${BASE}/checkByExamId`,
  title: '校验成绩',
  access: { permission: 'examinfo_check' },
  input: { ...examCallInput, confirmWarnings: flag('确认警告') },
  output: { jobId: text('任务') },
})
