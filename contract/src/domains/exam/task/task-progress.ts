import { defineCall } from '../../../kit/call.ts'
import { dict, flag, integer, percent, ref, text } from '../../../kit/field.ts'

const taskId = ref('考务任务', 'examTask', { required: true })
const numbers = {
  planNum: integer('应报人数', { required: true }),
  submitNum: integer('已报人数', { required: true }),
  auditNum: integer('已确认人数', { required: true }),
  percent: percent('完成率'),
  teacherPlanNum: integer('应报教师', { required: true }),
  teacherNum: integer('已报教师', { required: true }),
  teacherAuditNum: integer('已确认教师', { required: true }),
  lastTime: text('最近上报'),
}
const access = { permission: 'examtask_view' }

/** 各县区的上报进度，只算看得到的学校。 */
export const progressInArea = defineCall('examTask.progressInArea', {
  method: 'GET',
  path: '/api/bigdata-service/client/exam-task-progress-in-area',
  aliases: ['/api/bigdata-service/examTask/client/exam-task-progress-in-area'],
  title: '各县区考务进度',
  access,
  input: { taskId },
  output: {
    areaCode: text('县区代码', { required: true }),
    areaName: text('县区名称', { required: true }),
    schoolNum: integer('学校数', { required: true }),
    lateNum: integer('逾期学校', { required: true }),
    ...numbers,
  },
  answer: 'list',
})

/** 各学校的上报进度；截止时还没有报齐确认的学校为逾期，综合任务的考生和教师都要报齐。 */
export const progressInSchool = defineCall('examTask.progressInSchool', {
  method: 'GET',
  path: '/api/bigdata-service/client/exam-task-progress-in-school',
  aliases: ['/api/bigdata-service/examTask/client/exam-task-progress-in-school'],
  title: '各学校考务进度',
  access,
  input: { taskId, areaCode: dict('县区', 'exam_area') },
  output: {
    areaCode: text('县区代码', { required: true }),
    schoolCode: text('学校代码', { required: true }),
    schoolName: text('学校', { required: true }),
    ...numbers,
    isDone: flag('已报齐确认', { required: true }),
    isLate: flag('逾期', { required: true }),
    remindNum: integer('催报次数', { required: true }),
    remindTime: text('最近催报'),
  },
  answer: 'list',
})

/** 催报：还没有报齐确认的学校，有上报权限的账号各收到一条消息；刚催过的学校不重复催。 */
export const remindSchools = defineCall('examTask.remind', {
  method: 'POST',
  path: '/api/bigdata-service/examTask/remind', // inferred
  title: '催报',
  access: { permission: 'examtask_edit' },
  input: { taskId, areaCode: dict('县区', 'exam_area'), schoolCode: text('学校代码', { length: 64 }) },
  output: {
    schoolCode: text('学校代码', { required: true }),
    schoolName: text('学校', { required: true }),
    accountNum: integer('收到的账号', { required: true }),
    result: text('结果', { required: true }),
  },
  answer: 'list',
})

export const taskProgressCalls = [progressInArea, progressInSchool, remindSchools]
