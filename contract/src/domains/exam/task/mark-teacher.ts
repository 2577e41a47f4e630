import { defineCall } from '../../../kit/call.ts'
import { listRowFields } from '../../../kit/entity.ts'
import { dict, integer, ref, text } from '../../../kit/field.ts'
import { defineList } from '../../../kit/list.ts'
import { examTaskTeacher } from './task-teacher.ts'

const BASE = '/api/bigdata-service/examTaskTeacher'
const bureau = { permission: 'examtask_edit' }
const school = { permission: 'examtaskteacher_edit' }
const view = { permission: 'examtaskteacher_view' }
const taskId = ref('考务任务', 'examTask', { required: true })
const ids = text('主键', { required: true, length: 100_000 })
const count = (label: string) => integer(label, { required: true })
const changed = { changed: count('人数') }
const confirmName = text('任务名称', { required: true, length: 100, help: '输入任务的名称，确认全部删除' })

/** 抽调的阅卷教师。 */
export const queryMarkPaperTeacherList = defineList('examTaskTeacher.queryMarkPaperTeacherList', {
  path: `${BASE}/queryMarkPaperTeacherList`,
  title: '阅卷教师',
  access: view,
  fields: listRowFields(examTaskTeacher),
  order: ['taskId', 'courseName', 'markAccount'],
})

/**
 * 抽调阅卷教师：按计划各科还缺的人数，在上报的教师中按名额和种子抽；给出主键时就抽这些人。一名教师在一个任务里只评一科。
 */
export const markPaperTeacher = defineCall('examTaskTeacher.markPaperTeacher', {
  method: 'POST',
  path: `${BASE}/markPaperTeacher`,
  title: '抽调阅卷教师',
  access: bureau,
  input: {
    taskId,
    courseName: dict('科目', 'exam_course', { help: '不选为计划中的全部科目' }),
    seed: integer('种子', {
      min: 1,
      max: 999_999_999,
      help: '同一种子抽出同样的人；不填用计划的种子，还没有则生成一个',
    }),
    ids: text('上报的教师', { length: 100_000 }),
  },
  output: {
    courseName: text('科目', { isWorded: true, required: true }),
    needNum: count('需要人数'),
    added: count('新抽'),
    shortNum: count('还缺'),
    seed: integer('种子'),
  },
  answer: 'list',
})

/** 学校确认阅卷教师：不给主键时确认本校全部待确认的。 */
export const confirmMarkTeachers = defineCall('examTaskTeacher.confirmMarkPaperTeacher', {
  method: 'POST',
  path: `${BASE}/confirmMarkPaperTeacher`, // inferred
  title: '确认阅卷教师',
  access: school,
  input: { taskId, ids: text('主键', { length: 100_000 }) },
  output: changed,
})

/** 学校说明理由退回阅卷教师，由局里另抽。 */
export const sendBackMarkTeachers = defineCall('examTaskTeacher.sendBackMarkPaperTeacher', {
  method: 'POST',
  path: `${BASE}/sendBackMarkPaperTeacher`, // inferred
  title: '退回阅卷教师',
  access: school,
  input: { taskId, ids, reason: text('退回理由', { required: true, length: 200 }) },
  output: changed,
})

/** 阅卷教师的角色和小组。 */
export const assignMarkRole = defineCall('examTaskTeacher.assignMarkRole', {
  method: 'POST',
  path: `${BASE}/assignMarkRole`, // inferred
  title: '设置阅卷角色',
  access: bureau,
  input: {
    taskId,
    ids,
    markRole: dict('阅卷角色', 'mark_role', { required: true, numeric: true }),
    markGroup: text('阅卷小组', { length: 30 }),
  },
  output: changed,
})

/** 从阅卷教师中移出：不再评阅，可另抽。 */
export const removeMarkTeachers = defineCall('examTaskTeacher.removeMarkPaperTeacher', {
  method: 'POST',
  path: `${BASE}/removeMarkPaperTeacher`,
  title: '移出阅卷教师',
  access: bureau,
  input: { taskId, ids },
  output: changed,
})

/** 移出任务的全部阅卷教师。 */
export const clearMarkTeachers = defineCall('examTaskTeacher.deleteMarkPaperTeacherByTaskId', {
  method: 'POST',
  path: `${BASE}/deleteMarkPaperTeacherByTaskId`,
  title: '清空阅卷教师',
  access: bureau,
  input: { taskId, confirmName },
  output: changed,
})

/** 删除任务的全部教师：上报的和阅卷的。 */
export const clearTeachers = defineCall('examTaskTeacher.deleteByTaskId', {
  method: 'POST',
  path: `${BASE}/deleteByTaskId`,
  title: '清空考务教师',
  access: bureau,
  input: { taskId, confirmName },
  output: changed,
})

/** 阅卷账号名单，供评卷系统导入。 */
export const exportMarkAccounts = defineCall('examTaskTeacher.exportMarkAccounts', {
  method: 'GET',
  path: `${BASE}/exportMarkAccounts`, // inferred
  title: '导出阅卷账号',
  access: bureau,
  input: { taskId },
  answer: 'file',
})

export const markTeacherCalls = [
  queryMarkPaperTeacherList,
  markPaperTeacher,
  confirmMarkTeachers,
  sendBackMarkTeachers,
  assignMarkRole,
  removeMarkTeachers,
  clearMarkTeachers,
  clearTeachers,
  exportMarkAccounts,
]
