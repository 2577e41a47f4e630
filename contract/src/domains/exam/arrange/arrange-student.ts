import { defineCall } from '../../../kit/call.ts'
import { defineEntity } from '../../../kit/entity.ts'
import { dict, flag, integer, ref, score, text } from '../../../kit/field.ts'
import { snapshotFields } from '../exam-student-import.ts'

/** 编排考生：谁坐在哪个考场的哪个座位，考号是什么。 */
export const examArrangeTaskStudent = defineEntity('examArrangeTaskStudent', {
  title: '编排考生',
  service: 'bigdata-service',
  limited: true,
  fields: {
    arrangeTaskId: ref('编排任务', 'examArrangeTask', { required: true, search: true, editable: 'add' }), // inferred
    studentCode: text('学籍号', { search: 'equal', length: 24, check: 'studentCode', personal: 'studentCode' }), // inferred
    studentName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    ...snapshotFields,
    gender: dict('性别', 'gender', { list: false }), // inferred
    artsScience: dict('科类', 'arts_science', { list: false }), // inferred
    courseCombination: text('选科', { isWorded: true, length: 20, list: false }), // inferred
    photoUrl: text('照片', { length: 500, list: false, editable: 'never' }), // inferred
    lastExamId: ref('上次考试', 'examInfo', { list: false, editable: 'never' }), // inferred
    lastScore: score('上次总分', { list: false, editable: 'never' }), // inferred
    lastRank: integer('上次名次', { list: false, editable: 'never' }), // inferred
    studentNumber: text('考号', { search: true, length: 20, editable: 'never' }), // inferred
    examPointCode: ref('考点', 'basicSchool', { tree: true, value: 'schoolCode', list: false, editable: 'never' }), // inferred
    examRoomNo: text('考场号', { search: true, length: 10, help: '只有固定座位的考生填写' }), // inferred
    examRoomSeatNum: integer('座位号', { min: 1, max: 200, help: '只有固定座位的考生填写' }), // inferred
    seatRow: integer('行', { list: false, editable: 'never' }), // inferred
    seatCol: integer('列', { list: false, editable: 'never' }), // inferred
    isFixed: flag('固定座位', { default: 0, list: false }), // inferred
    specialNeed: text('特殊需要', { length: 100, list: false, help: '排在前排' }), // inferred
    isLate: flag('补录', { default: 0, list: false, editable: 'never' }), // inferred
    collateStatus: dict('校对', 'collate_status', { numeric: true, default: 0, search: true, editable: 'never' }), // inferred
    conflictMsg: text('冲突', { length: 500, editable: 'never' }), // inferred
  },
  order: ['arrangeTaskId', 'examRoomNo', 'examRoomSeatNum', 'schoolCode', 'classCode', 'studentCode'],
  bulk: true,
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

const BASE = '/api/bigdata-service/examArrangeTaskStudent'
const add = { permission: 'examarrangetaskstudent_add' }
const edit = { permission: 'examarrangetaskstudent_edit' }
const arrangeTaskId = ref('编排任务', 'examArrangeTask', { required: true })

/** 从考试名单导入考生，带上该考试的总分和名次；座位和考号清除。 */
export const takeFromExam = defineCall('examArrangeTaskStudent.importStudentFromExam', {
  method: 'POST',
  path: `${BASE}/importStudentFromExam`,
  title: '从考试导入考生',
  access: add,
  input: { arrangeTaskId, examId: ref('考试', 'examInfo', { required: true }) }, // inferred
  output: {
    added: integer('新增', { required: true }),
    skipped: integer('已有', { required: true }),
    scored: integer('有上次成绩', { required: true }),
  },
})

/** 从考务任务导入学校已报的考生；座位和考号清除。 */
export const takeFromTask = defineCall('examArrangeTaskStudent.importStudentFromTask', {
  method: 'POST',
  path: `${BASE}/importStudentFromTask`, // inferred
  title: '从考务任务导入考生',
  access: add,
  input: { arrangeTaskId, taskId: ref('考务任务', 'examTask', { required: true }) },
  output: { added: integer('新增', { required: true }), skipped: integer('已有', { required: true }) },
})

/** 清空编排任务的考生；考场保留。 */
export const deleteStudents = defineCall('examArrangeTaskStudent.deleteByTaskId', {
  method: 'POST',
  path: `${BASE}/deleteByTaskId`,
  title: '清空考生',
  access: { permission: 'examarrangetaskstudent_delete' },
  input: {
    arrangeTaskId: ref('编排任务', 'examArrangeTask'), // inferred
    taskId: ref('编排任务', 'examArrangeTask', { help: '与 arrangeTaskId 相同' }), // inferred
  },
  output: { removed: integer('删除条数', { required: true }) },
})

/** 与学籍核对：补齐学籍号，标出重名和查无的考生。 */
export const collateStudents = defineCall('examArrangeTaskStudent.collateExamStudentCode', {
  method: 'POST',
  path: `${BASE}/collateExamStudentCode`,
  title: '校对考生学籍',
  access: edit,
  input: { arrangeTaskId }, // inferred
  output: {
    matched: integer('匹配', { required: true }),
    filled: integer('补齐学籍号', { required: true }),
    doubtful: integer('重名待定', { required: true }),
    missing: integer('查无', { required: true }),
  },
})

/** 按模板编考号；重复的考号不写入，列出重复的考生。 */
export const numberStudents = defineCall('examArrangeTaskStudent.execArrangeCodeRule', {
  method: 'POST',
  path: `${BASE}/execArrangeCodeRule`,
  title: '编考号',
  access: edit,
  input: { arrangeTaskId }, // inferred
  output: {
    numbered: integer('编号', { required: true }),
    first: text('首个考号', { required: true }),
    last: text('末个考号', { required: true }),
  },
})

/** 清除考号，座位保留。 */
export const clearNumbers = defineCall('examArrangeTaskStudent.clearStudentNumber', {
  method: 'POST',
  path: `${BASE}/clearStudentNumber`,
  title: '清除考号',
  access: edit,
  input: { arrangeTaskId }, // inferred
  output: { cleared: integer('清除', { required: true }) },
})

/** 对调座位，目标座位空着时移过去；锁定后每次对调都记入日志。 */
export const swapSeats = defineCall('examArrangeTaskStudent.swapSeats', {
  method: 'POST',
  path: `${BASE}/swapSeats`, // inferred
  title: '对调座位',
  access: edit,
  input: {
    id: ref('考生', 'examArrangeTaskStudent', { required: true }),
    examRoomNo: text('考场号', { required: true, length: 10 }),
    examRoomSeatNum: integer('座位号', { required: true, min: 1, max: 200 }),
  },
  output: { conflictNum: integer('冲突', { required: true }) },
})

/** 锁定的编排转入考务任务：考号、考场和座位。 */
export const handOver = defineCall('examArrangeTaskStudent.exportStudentToExamTask', {
  method: 'POST',
  path: `${BASE}/exportStudentToExamTask`,
  title: '转入考务任务',
  access: edit,
  input: { arrangeTaskId, taskId: ref('考务任务', 'examTask', { help: '不填为编排任务所选的考务任务' }) }, // inferred
  output: { added: integer('新增', { required: true }), updated: integer('更新', { required: true }) },
})

export const arrangeStudentCalls = [
  takeFromExam,
  takeFromTask,
  deleteStudents,
  collateStudents,
  numberStudents,
  clearNumbers,
  swapSeats,
  handOver,
]
