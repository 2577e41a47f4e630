import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'

/** 从平台同步通讯录：部门、管理员、学生、家长、外部联系人。 */
export const pullCorp = defineCall('wecomCorp.pull', {
  method: 'POST',
  path: '/api/blade-qyweixin/corp/sync', // inferred
  title: '从企业微信同步',
  access: { permission: 'wecomcorp_sync' },
  input: { id: text('企业', { required: true, length: 20 }) },
  output: { jobId: text('任务', { required: true }) },
})

/** 推送到平台：本地新建、改过和上次没有推成的部门、管理员、学生、家长。本地删除的不动平台。 */
export const pushCorp = defineCall('wecomCorp.push', {
  ...pullCorp,
  path: '/api/blade-qyweixin/corp/push', // inferred
  title: '推送到企业微信',
  access: { permission: 'wecomcorp_push' },
})
