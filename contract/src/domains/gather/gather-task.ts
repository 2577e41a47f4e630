import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, percent, ref, text } from '../../kit/field.ts'

const TASK_TYPES = { student: [1, 4], teacher: [2, 4], highExam: [3, 4] }

/** Of whom a collection may ask. */
export type Asked = keyof typeof TASK_TYPES

/** Whether a collection of this type asks for such rows; one without a type asks for students. */
export function isAskedFor(asked: Asked, taskType: number | null | undefined): boolean {
  return TASK_TYPES[asked].includes(taskType ?? 1)
}

const endTime = dateTime('截止时间', { required: true })

/** 采集任务：向哪些学校收哪些年级的学生信息、收哪些项、审几级、从何时到何时。 */
export const gatherTask = defineEntity('gatherTask', {
  title: '采集任务',
  service: 'yzl-gather',
  limited: true,
  fields: {
    taskName: text('任务名称', { required: true, search: true, length: 100 }), // inferred
    taskType: dict('类型', 'gather_task_type', { numeric: true, search: true, default: 1 }), // inferred
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 }), // inferred
    gradeCodes: dict('年级', 'exam_grade', { multiple: true, required: true }), // inferred
    areaCodes: dict('县区', 'exam_area', { multiple: true, list: false, help: '不选为全部县区' }), // inferred
    schoolCodes: ref('学校', 'basicSchool', {
      multiple: true,
      tree: true,
      value: 'schoolCode',
      list: false,
      help: '不选为所选县区的全部学校',
    }), // inferred
    askedFields: dict('采集项', 'gather_field', { multiple: true, required: true, list: false }), // inferred
    requiredFields: dict('必填项', 'gather_field', {
      multiple: true,
      list: false,
      help: '采集项中提交前必须填写的',
    }), // inferred
    auditLevels: dict('审核', 'gather_audit_level', { required: true, numeric: true, default: 2 }), // inferred
    beginTime: dateTime('开始时间', { required: true }), // inferred
    endTime, // inferred
    taskStatus: dict('状态', 'gather_task_status', { numeric: true, search: true, editable: 'never', default: 0 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['taskName', 'studyYear']],
  order: ['-studyYear', '-beginTime'],
})

const BASE = '/api/yzl-gather/gatherTask'
const edit = { permission: 'gathertask_edit' }
const id = ref('采集任务', 'gatherTask', { required: true })

/** 开放：到开始时间，学校即可填报。 */
export const openGatherTask = defineCall('gatherTask.open', {
  method: 'POST',
  path: `${BASE}/open`, // inferred
  title: '开放采集任务',
  access: edit,
  input: { id },
  answer: 'status',
})

/** 提前关闭：学校不能再填。 */
export const closeGatherTask = defineCall('gatherTask.close', {
  method: 'POST',
  path: `${BASE}/close`, // inferred
  title: '关闭采集任务',
  access: edit,
  input: { id },
  answer: 'status',
})

/** 重新开放，到新的截止时间为止。 */
export const reopenGatherTask = defineCall('gatherTask.reopen', {
  method: 'POST',
  path: `${BASE}/reopen`, // inferred
  title: '重新开放采集任务',
  access: edit,
  input: { id, endTime },
  answer: 'status',
})

/** 归档：不再打开。 */
export const archiveGatherTask = defineCall('gatherTask.archive', {
  method: 'POST',
  path: `${BASE}/archive`, // inferred
  title: '归档采集任务',
  access: edit,
  input: { id },
  answer: 'status',
})

const count = (label: string) => integer(label, { required: true })

/** 采集项有多少不用再填：新建每条时由学籍、教师管理和上次采集带出的，占应填项的比例；只算看得到的。 */
export const prefilledShare = defineCall('gatherTask.prefilled', {
  method: 'GET',
  path: `${BASE}/prefilled`, // inferred
  title: '带出比例',
  access: { permission: 'gathertask_view' },
  input: { id },
  output: {
    studentNum: count('学生条数'),
    studentAskedNum: count('学生应填项'),
    studentPrefilledNum: count('学生带出项'),
    studentPercent: percent('学生带出比例'),
    teacherNum: count('教师条数'),
    teacherAskedNum: count('教师应填项'),
    teacherPrefilledNum: count('教师带出项'),
    teacherPercent: percent('教师带出比例'),
  },
})

export const gatherTaskCalls = [prefilledShare, openGatherTask, closeGatherTask, reopenGatherTask, archiveGatherTask]
