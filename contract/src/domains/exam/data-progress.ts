import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, percent, ref, text } from '../../kit/field.ts'
import { examCallInput, progressFields } from './exam-info.ts'

/** 数据进度：一次执行一条；外部只能加说明。 */
export const examDataProgress = defineEntity('examDataProgress', {
  title: '数据进度',
  service: 'bigdata-service',
  path: 'examdataprogress',
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add' }),
    runNo: integer('执行次序', { required: true, editable: 'never' }), // inferred
    dataVersion: integer('数据修订', { editable: 'never' }), // inferred
    taskTotal: integer('任务数', { editable: 'never' }), // inferred
    taskFinished: integer('已完成', { editable: 'never' }), // inferred
    percent: percent('完成率', { editable: 'never' }), // inferred
    runState: dict('执行状态', 'run_state', { numeric: true, editable: 'never' }), // inferred
    startTime: dateTime('开始时间', { editable: 'never' }), // inferred
    endTime: dateTime('结束时间', { editable: 'never' }), // inferred
    operator: text('操作人', { length: 50, editable: 'never' }), // inferred
    message: text('说明', { length: 2000 }), // inferred
  },
  unique: [['examId', 'runNo']],
  order: ['-startTime'],
})

/** 数据进度任务：计划里的一步在某次考试上的状态；外部只能加说明。 */
export const examDataProgressTask = defineEntity('examDataProgressTask', {
  title: '数据进度任务',
  service: 'bigdata-service',
  path: 'examdataprogresstask',
  fields: {
    examId: ref('考试', 'examInfo', { required: true, search: true, editable: 'add' }),
    taskCode: text('任务编码', { required: true, search: true, length: 40, editable: 'add' }),
    taskName: text('任务名称', { length: 60, editable: 'never' }), // inferred
    taskTypes: text('任务类型', { required: true, search: 'equal', length: 20, editable: 'never' }),
    isFinished: flag('已完成', { default: 0, search: true, editable: 'never' }),
    taskState: dict('任务状态', 'task_state', { numeric: true, default: 0, editable: 'never' }), // inferred
    doneNum: integer('已处理', { default: 0, list: false, editable: 'never' }), // inferred
    totalNum: integer('总数', { default: 0, list: false, editable: 'never' }), // inferred
    startTime: dateTime('开始时间', { editable: 'never' }), // inferred
    endTime: dateTime('结束时间', { list: false, editable: 'never' }), // inferred
    costMs: integer('耗时(毫秒)', { editable: 'never' }), // inferred
    message: text('说明', { length: 2000 }), // inferred
    inputHash: text('输入指纹', { length: 64, list: false, editable: 'never' }), // inferred
    sort: integer('排序', { default: 0, list: false, editable: 'never' }), // inferred
  },
  unique: [['examId', 'taskCode']],
  order: ['examId', 'sort'],
})

const BASE = '/api/bigdata-service/examdataprogresstask'
const view = { permission: 'examdataprogresstask_view' }
const process = { permission: 'examinfo_process' }

export const listProgressTask = defineCall('progress.listProgressTask', {
  method: 'GET',
  path: `${BASE}/listProgressTask`,
  title: '进度任务',
  access: view,
  input: { ...examCallInput, timestamp: text('时间戳'), taskTypes: text('任务类型'), isFinished: flag('已完成') },
  output: progressFields,
  answer: 'list',
})

export const getProgressTask = defineCall('progress.getProgressTask', {
  method: 'GET',
  path: `${BASE}/getProgressTask`,
  title: '进度任务',
  access: view,
  input: { ...examCallInput, taskCode: text('任务编码', { required: true, length: 40 }) },
  output: progressFields,
})

/** Runs one task with its stale ancestors; answers `{ jobId }`. */
export const execProgressItem = defineCall('progress.execProgressItem', {
  method: 'POST',
  path: `${BASE}/execProgressItem`,
  title: '执行一项',
  access: process,
  input: { ...examCallInput, taskCode: text('任务编码', { required: true, length: 40 }) },
  output: { jobId: text('任务') },
})

export const execProgressAllItem = defineCall('progress.execProgressAllItem', {
  method: 'POST',
  path: `${BASE}/execProgressAllItem`,
  title: '执行全部',
  access: process,
  input: examCallInput,
  output: { jobId: text('任务') },
})

/** Counts the best N of every area anew, with what they stand on. */
export const execAreaSelfFrontNProc = defineCall('progress.execAreaSelfFrontNProc', {
  method: 'POST',
  path: `${BASE}/execAreaSelfFrontNProc`,
  title: '执行县区前N名',
  access: process,
  input: examCallInput, // inferred
  output: { jobId: text('任务') },
})

/** Counts the best N of every school anew, with what they stand on. */
export const execSchoolSelfFrontNProc = defineCall('progress.execSchoolSelfFrontNProc', {
  method: 'POST',
  path: `${BASE}/execSchoolSelfFrontNProc`,
  title: '执行学校前N名',
  access: process,
  input: examCallInput, // inferred
  output: { jobId: text('任务') },
})
