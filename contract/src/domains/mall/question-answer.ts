import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, decimal, dict, flag, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { MALL_SERVICES } from './parent.ts'
import { questionManage } from './question-manage.ts'
import { under } from './under.ts'

const made = { editable: 'never' } as const
const hidden = { ...made, list: false } as const

/** 学生作答：一名学生对一道题的一次回答。客观题由服务器判分，简答题由智能反馈点评，不判分。 */ // inferred
export const questionAnswer = defineEntity('questionanswer', {
  title: '学生作答',
  service: MALL_SERVICES,
  table: 'mall_question_answer',
  dialect: 'mall',
  limited: true,
  fields: {
    questionId: ref('题目', 'questionmanage', { required: true, editable: 'add', search: true }),
    studentId: ref('学生', 'studentinfo', { required: true, editable: 'add', search: true }),
    answerText: text('作答', { required: true, editable: 'add', length: 2000 }),
    attemptNo: integer('第几次', made),
    isRight: dict('判定', 'mall_answer_verdict', { ...made, numeric: true, search: true }),
    score: decimal('得分', { ...made, scale: 1 }),
    answerTime: dateTime('作答时间', made),
    areaCode: dict('县区', 'exam_area', hidden),
    schoolCode: ref('学校', 'basicSchool', { ...made, tree: true, value: 'schoolCode', search: true }),
    feedback: paragraph('智能反馈', made),
    isByMachine: flag('机器生成', hidden),
    feedbackModel: text('反馈模型', { ...hidden, length: 100 }),
    feedbackTime: dateTime('反馈时间', hidden),
    remark: text('教师点评', { length: 500, list: false }),
  },
  order: ['-answerTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

/** 一次作答的智能反馈：没有启用服务时说明原因；同样的作答只问一次。不送出学生的姓名。 */ // inferred
export const aiFeedback = defineCall('questionmanage.aiFeedback', {
  method: 'POST',
  ...under(questionManage, 'aiFeedback'),
  title: '智能反馈',
  access: { permission: 'questionmanage_feedback' },
  // No transaction: it would be held as long as the service takes.
  readOnly: true,
  input: {
    answerId: text('作答', { length: 20 }),
    questionId: text('题目', { length: 20 }),
    answerText: text('作答内容', { length: 2000 }),
  },
  output: {
    feedback: paragraph('智能反馈', { required: true }),
    isByMachine: flag('机器生成', { required: true }),
    model: text('反馈模型', { required: true }),
  },
})

/** 已有的智能反馈，新的在前。 */ // inferred
export const aiFeedbackPage = defineList('questionmanage.aiFeedbackPage', {
  ...under(questionManage, 'aiFeedback'),
  title: '智能反馈列表',
  access: { permission: 'questionanswer_view' },
  fields: listRowFields(questionAnswer),
  order: ['-feedbackTime'],
})
