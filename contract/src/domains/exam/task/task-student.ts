import { defineCall } from '../../../kit/call.ts'
import { defineEntity } from '../../../kit/entity.ts'
import { dateTime, dict, flag, integer, json, ref, text } from '../../../kit/field.ts'
import { snapshotFields } from '../exam-student-import.ts'

/** 考务学生：学校为考务任务报的考生。 */
export const examTaskStudent = defineEntity('examTaskStudent', {
  title: '考务学生',
  service: 'bigdata-service',
  limited: true,
  fields: {
    taskId: ref('考务任务', 'examTask', { required: true, search: true, editable: 'add' }), // inferred
    studentCode: text('学籍号', {
      required: true,
      search: 'equal',
      length: 24,
      check: 'studentCode',
      personal: 'studentCode',
      editable: 'add',
    }), // inferred
    studentName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    ...snapshotFields,
    gender: dict('性别', 'gender', { list: false }), // inferred
    artsScience: dict('科类', 'arts_science', { list: false }), // inferred
    courseCombination: text('选科', { isWorded: true, length: 20 }), // inferred
    takeCourses: json<string[] | null>('应考科目', { shape: 'texts' }), // inferred
    photoUrl: text('照片', { length: 500, list: false }), // inferred
    studentNumber: text('考号', { length: 20, editable: 'never', list: false }), // inferred
    examRoomNo: text('考场', { length: 10, editable: 'never', list: false }), // inferred
    examRoomSeatNum: integer('座位', { editable: 'never', list: false }), // inferred
    confirmStatus: flag('已确认', { default: 0, editable: 'never', search: true }), // inferred
    confirmTime: dateTime('确认时间', { editable: 'never', list: false }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['taskId', 'studentCode']],
  importKey: ['taskId', 'studentCode'],
  order: ['taskId', 'areaCode', 'schoolCode', 'classCode', 'studentCode'],
  bulk: true,
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

const BASE = '/api/bigdata-service/examTaskStudent'
const taskId = ref('考务任务', 'examTask', { required: true })
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' })

/** How rows came over: those that were there already stay as they are. */
const taken = {
  added: integer('新增', { required: true }),
  skipped: integer('已有', { required: true }),
}

/** 学籍中该年级的在籍学生全部报为考生。 */
export const takeRegister = defineCall('examTaskStudent.importStudentFromRegister', {
  method: 'POST',
  path: `${BASE}/importStudentFromRegister`, // inferred
  title: '从学籍带入考生',
  access: { permission: 'examtaskstudent_add' },
  input: { taskId, schoolCode },
  output: taken,
})

/** 上次考试名单里的考生报为考生。 */
export const takeExam = defineCall('examTaskStudent.importStudentFromExam', {
  method: 'POST',
  path: `${BASE}/importStudentFromExam`, // inferred
  title: '从考试名单带入考生',
  access: { permission: 'examtaskstudent_add' },
  input: { taskId, examId: ref('考试', 'examInfo', { required: true }), schoolCode },
  output: taken,
})

/** 学校确认名单已报齐。 */
export const confirmStudents = defineCall('examTaskStudent.confirm', {
  method: 'POST',
  path: `${BASE}/confirm`, // inferred
  title: '确认名单报齐',
  access: { permission: 'examtaskstudent_edit' },
  input: { taskId, schoolCode },
  output: { confirmed: integer('确认人数', { required: true }) },
})

export const taskStudentCalls = [takeRegister, takeExam, confirmStudents]
