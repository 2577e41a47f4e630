import { defineCall } from '../../kit/call.ts'
import { integer, json, paragraph, ref, text } from '../../kit/field.ts'

const BASE = '/api/bigdata-service/examinfo'
const count = (label: string) => integer(label, { required: true })
const input = {
  examId: ref('考试', 'examInfo', { required: true }),
  templateId: text('消息模板', {
    required: true,
    length: 100,
    help: '公众号消息模板的名称或编号；填写内容里可用【考试】【学生】【总分】【位置】【时间】【说明】',
  }),
}

/** 通知前看：有多少家长会收到，第一条写的是什么；什么也不发。 */
export const previewResults = defineCall('examInfo.previewTellParents', {
  method: 'POST',
  path: `${BASE}/previewTellParents`, // inferred
  title: '预览通知家长',
  access: { permission: 'examinfo_publish' },
  readOnly: true,
  input,
  output: {
    studentNum: count('考生数'),
    boundNum: count('有家长绑定的考生'),
    parentNum: count('家长数'),
    leftNum: count('还没有通知的'),
    reasons: json<string[]>('不能发送的原因', { required: true }),
    text: paragraph('消息', { required: true }),
  },
})

/**
 * 成绩发布后通知绑定了考生并关注公众号的家长，作为任务：名次只按披露规则对家长公布的程度写，同一版报表每位家长每个孩子只发一次，
 * 再通知时只发后来绑定的。
 */
export const tellResults = defineCall('examInfo.tellParents', {
  method: 'POST',
  path: `${BASE}/tellParents`, // inferred
  title: '通知家长成绩发布',
  access: { permission: 'examinfo_publish' },
  input,
  output: { jobId: text('任务', { required: true }) },
})
