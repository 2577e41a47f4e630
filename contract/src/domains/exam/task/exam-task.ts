import { defineCall } from '../../../kit/call.ts'
import { defineEntity } from '../../../kit/entity.ts'
import { dateTime, dict, integer, ref, text } from '../../../kit/field.ts'

const endTime = dateTime('截止时间', { required: true })

/** 任务类型，如字典 `exam_task_type`：考生报名、任课上报、阅卷抽调、综合（考生和任课）。 */
export const TASK_TYPE = { students: 1, teachers: 2, marking: 3, both: 4 } as const

/** 考务任务：向哪些学校收哪个年级的考生和教师，从何时到何时。 */
export const examTask = defineEntity('examTask', {
  title: '考务任务',
  service: 'bigdata-service',
  limited: true,
  fields: {
    taskName: text('任务名称', { required: true, search: true, length: 100 }), // inferred
    taskType: dict('任务类型', 'exam_task_type', { required: true, numeric: true, default: 4, search: true }), // inferred
    examId: ref('考试', 'examInfo', { help: '为哪次考试收集，可以不填' }), // inferred
    examYear: integer('考试年份', { required: true, search: true, min: 1900, max: 2999 }), // inferred
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999, list: false }), // inferred
    examGrade: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    artsScience: dict('科类', 'arts_science', { required: true, default: '0', list: false }), // inferred
    areaCodes: dict('县区', 'exam_area', { multiple: true, list: false, help: '不选为全部县区' }), // inferred
    schoolCodes: ref('学校', 'basicSchool', {
      multiple: true,
      tree: true,
      value: 'schoolCode',
      list: false,
      help: '不选为所选县区的全部学校',
    }), // inferred
    courseNames: dict('科目', 'exam_course', { multiple: true, list: false, help: '不选为全部科目' }), // inferred
    beginTime: dateTime('开始时间', { required: true }), // inferred
    endTime, // inferred
    taskStatus: dict('状态', 'exam_task_status', { numeric: true, search: true, editable: 'never', default: 0 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['taskName', 'examYear']],
  order: ['-examYear', '-beginTime'],
})

const BASE = '/api/bigdata-service/examTask'
const edit = { permission: 'examtask_edit' }
const id = ref('考务任务', 'examTask', { required: true })

/** 开始收集：此后学校看得到任务。 */
export const openTask = defineCall('examTask.open', {
  method: 'POST',
  path: `${BASE}/open`, // inferred
  title: '开始考务任务',
  access: edit,
  input: { id },
  answer: 'status',
})

/** 截止：学校不能再改。 */
export const closeTask = defineCall('examTask.close', {
  method: 'POST',
  path: `${BASE}/close`, // inferred
  title: '截止考务任务',
  access: edit,
  input: { id },
  answer: 'status',
})

/** 重新开放，到新的截止时间为止。 */
export const reopenTask = defineCall('examTask.reopen', {
  method: 'POST',
  path: `${BASE}/reopen`, // inferred
  title: '重新开放考务任务',
  access: edit,
  input: { id, endTime },
  answer: 'status',
})

/** 归档：不再打开。 */
export const archiveTask = defineCall('examTask.archive', {
  method: 'POST',
  path: `${BASE}/archive`, // inferred
  title: '归档考务任务',
  access: edit,
  input: { id },
  answer: 'status',
})

export const taskCalls = [openTask, closeTask, reopenTask, archiveTask]
