import { defineCall } from '../../../kit/call.ts'
import { type Fields, ref, text } from '../../../kit/field.ts'
import { isTrial, takenOver } from '../../../platform/take-over.ts'

const gatherTaskId = ref('采集任务', 'gatherTask', { required: true }) // inferred
const examId = ref('考试', 'examInfo', { required: true }) // inferred
const taskId = ref('考务任务', 'examTask', { required: true }) // inferred
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }) // inferred

interface Declared<I extends Fields, O extends Fields> {
  name: string
  path: string
  title: string
  permission: string
  input: I
  output: O
}

/** Rows go from one list to another; with `isTrial` only what would come of it is answered. */
function takingOver<const I extends Fields, const O extends Fields>(of: Declared<I, O>) {
  return defineCall(of.name, {
    method: 'POST',
    path: `/api/bigdata-service/${of.path}`,
    title: of.title,
    access: { permission: of.permission },
    input: { ...of.input, isTrial },
    output: { ...takenOver, ...of.output },
  })
}

/** The batch of the import wizard in which the rows wait; none where nothing was taken. */
const batch = { batchId: text('批次'), jobId: text('任务') }

/** 考生名单转到采集任务，由学校和家长核对；采集中已有的保留。 */
export const studentsToGather = takingOver({
  name: 'examStudentImport.exportStudentToGather',
  path: 'examstudentimport/exportStudentToGather',
  title: '考生转到采集',
  permission: 'gatherstudent_add',
  input: { examId, gatherTaskId },
  output: {},
})

/** 已校对的采集学生成为考生导入的一个批次：与工作簿同样校验、改错、确认后写入。没有考号的依次编号。 */
export const studentsFromGather = takingOver({
  name: 'examStudentImport.importStudentFromGather',
  path: 'examstudentimport/importStudentFromGather',
  title: '从采集导入考生',
  permission: 'examinfo_import',
  input: { examId, gatherTaskId },
  output: batch,
})

/** 任课教师转到采集任务；采集中已有的保留。 */
export const teachersToGather = takingOver({
  name: 'examTeacherImport.exportTeacherToGather',
  path: 'examteachercourseimport/exportTeacherToGather',
  title: '任课转到采集',
  permission: 'gatherteacher_add',
  input: { examId, gatherTaskId },
  output: {},
})

/** 已校对的采集教师成为任课导入的一个批次。 */
export const teachersFromGather = takingOver({
  name: 'examTeacherImport.importTeacherFromGather',
  path: 'examteachercourseimport/importTeacherFromGather',
  title: '从采集导入任课',
  permission: 'examinfo_import',
  input: { examId, gatherTaskId },
  output: batch,
})

/** 已校对的采集学生报为考务学生。 */
export const taskStudentsFromGather = takingOver({
  name: 'examTaskStudent.importStudentFromGather',
  path: 'examTaskStudent/importStudentFromGather',
  title: '从采集带入考生',
  permission: 'examtaskstudent_add',
  input: { taskId, gatherTaskId, schoolCode },
  output: {},
})

/** 已校对的采集教师报为任课教师。 */
export const taskTeachersFromGather = takingOver({
  name: 'examTaskTeacher.importTeacherFromGather',
  path: 'examTaskTeacher/importTeacherFromGather',
  title: '从采集带入任课教师',
  permission: 'examtaskteacher_add',
  input: { taskId, gatherTaskId, schoolCode },
  output: {},
})

/** 已校对的可阅卷教师抽为阅卷教师，没有上报的一并上报；一名教师只评一科。 */
export const markersFromGather = takingOver({
  name: 'examTaskTeacher.importMarkPaperTeacherFromGather',
  path: 'examTaskTeacher/importMarkPaperTeacherFromGather',
  title: '从采集带入阅卷教师',
  permission: 'examtask_edit',
  input: { taskId, gatherTaskId, schoolCode },
  output: {},
})

/** 按任务类型：阅卷抽调的带入阅卷教师，其他的带入任课教师。 */
export const taskFromGather = takingOver({
  name: 'examTaskTeacher.importFromGather',
  path: 'examTaskTeacher/importFromGather',
  title: '从采集带入教师',
  permission: 'examtaskteacher_add',
  input: { taskId, gatherTaskId, schoolCode },
  output: {},
})

/** 已校对的采集学生成为编排考生；有新增或更新时，座位和考号清除。 */
export const arrangeFromGather = takingOver({
  name: 'examArrangeTaskStudent.importStudentFromGather',
  path: 'examArrangeTaskStudent/importStudentFromGather',
  title: '从采集导入考生',
  permission: 'examarrangetaskstudent_add',
  input: { arrangeTaskId: ref('编排任务', 'examArrangeTask', { required: true }), gatherTaskId }, // inferred
  output: {},
})

export const collectedCalls = [
  studentsToGather,
  studentsFromGather,
  teachersToGather,
  teachersFromGather,
  taskStudentsFromGather,
  taskFromGather,
  taskTeachersFromGather,
  markersFromGather,
  arrangeFromGather,
]
