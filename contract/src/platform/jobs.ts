import { defineCall } from '../kit/call.ts'
import { type Row, dateTime, integer, text, word } from '../kit/field.ts'

const JOB = '/api/blade-desk/job'

/** One long piece of work as the job centre shows it. */
const JOB_VIEW = {
  id: text('主键', { required: true }),
  name: text('种类', { required: true }),
  title: text('任务', { required: true }),
  /** Id of the row it is about; '' where it is about none. */
  subject: text('对象', { required: true }),
  state: word<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>('状态'),
  done: integer('已完成', { required: true }),
  total: integer('总数', { required: true }),
  step: text('步骤', { required: true }),
  text: text('说明', { required: true }),
  /** Where the work can be looked at: a path of the web app. */
  link: text('链接', { required: true }),
  /** A file it made, to be downloaded. */
  fileId: text('文件', { required: true }),
  createTime: dateTime('开始时间', { required: true }),
  endTime: dateTime('结束时间', { required: true }),
}

export type JobView = Row<typeof JOB_VIEW>

export const jobList = defineCall('job.list', {
  method: 'GET',
  path: `${JOB}/list`,
  title: '我的任务',
  access: 'signedIn',
  input: { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 200 }) },
  output: JOB_VIEW,
  answer: 'page',
})

export const jobDetail = defineCall('job.detail', {
  method: 'GET',
  path: `${JOB}/detail`,
  title: '任务详情',
  access: 'signedIn',
  input: { id: text('任务', { required: true }) },
  output: JOB_VIEW,
})

export const jobCancel = defineCall('job.cancel', {
  method: 'POST',
  path: `${JOB}/cancel`,
  title: '取消任务',
  access: 'signedIn',
  input: { id: text('任务', { required: true }) },
  answer: 'status',
})

/**
 * Server-sent events of a session. `job`: one of my jobs has changed, data is a `JobView`; `notice`: a notice for me
 * was released or changed, data is its `id` and `title`; `message`: a message was written for me, data is its `id`,
 * `title` and `link`; `change`: something browsers remember has changed, data is a `LiveChange`.
 */
export const jobStream = defineCall('job.stream', {
  method: 'GET',
  path: `${JOB}/stream`,
  title: '消息推送',
  access: 'signedIn',
  answer: 'stream',
})
