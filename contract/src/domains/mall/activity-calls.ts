import { defineCall } from '../../kit/call.ts'
import { listRowFields } from '../../kit/entity.ts'
import { text } from '../../kit/field.ts'
import { activityManage } from './activity-manage.ts'
import { under } from './under.ts'

const step = {
  method: 'POST',
  access: { permission: 'activitymanage_edit' },
  input: { id: text('活动', { required: true, length: 20, message: '请选择活动' }) },
  output: listRowFields(activityManage),
} as const

export const activityPublish = defineCall('activitymanage.publish', {
  ...step,
  ...under(activityManage, 'publish'), // inferred
  title: '发布活动',
})

export const activityClose = defineCall('activitymanage.close', {
  ...step,
  ...under(activityManage, 'close'), // inferred
  title: '结束活动',
})
