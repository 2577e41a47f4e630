import { defineCall } from '../kit/call.ts'
import { integer, json, text } from '../kit/field.ts'

const JOB = '/api/blade-desk/job'

/** One long piece of work as the job centre shows it. */
export interface JobView {
  id: string
  name: string
  title: string
  /** waiting, running, done, failed, cancelled. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  step: string
  text: string
  /** Where the work can be looked at: a path of the web app. */
  link: string
  /** A file it made, to be downloaded. */
  fileId: string
  createTime: string
  endTime: string
}

export const jobList = defineCall('job.list', {
  method: 'GET',
  path: `${JOB}/list`,
  title: '我的任务',
  access: 'signedIn',
  input: { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 200 }) },
  output: { job: json<JobView>('任务') },
  answer: 'page',
})

export const jobDetail = defineCall('job.detail', {
  method: 'GET',
  path: `${JOB}/detail`,
  title: '任务详情',
  access: 'signedIn',
  input: { id: text('任务', { required: true }) },
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
