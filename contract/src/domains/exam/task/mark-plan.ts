import { defineCall } from '../../../kit/call.ts'
import { defineEntity, listRowFields } from '../../../kit/entity.ts'
import { decimal, dict, flag, integer, ref, text } from '../../../kit/field.ts'

const courseName = dict('科目', 'exam_course', { required: true, search: true, editable: 'add' })
const needNum = integer('需要人数', {
  unit: '人',
  editable: 'never',
  help: '答卷数×每份评阅次数÷(速度×时长)，向上取整',
})

/** 阅卷计划：某科多少答卷、评几次、多快、多久，需要多少人。 */
export const examTaskMarkPlan = defineEntity('examTaskMarkPlan', {
  title: '阅卷计划',
  service: 'bigdata-service',
  limited: true,
  fields: {
    taskId: ref('考务任务', 'examTask', { required: true, search: true, editable: 'add' }), // inferred
    courseName, // inferred
    paperNum: integer('答卷数', { required: true, unit: '份', min: 1, max: 9_999_999 }), // inferred
    markMode: dict('评阅方式', 'exam_mark_mode', { required: true, numeric: true, default: 3 }), // inferred
    marksPerPaper: decimal('每份评阅次数', {
      required: true,
      unit: '次',
      min: 1,
      max: 9,
      default: '2',
      help: '单评为1，双评为2；三评按仲裁比例加，如2.1',
    }), // inferred
    speed: integer('评阅速度', { required: true, unit: '份/小时', min: 1, max: 9999, default: 60 }), // inferred
    hours: decimal('评阅时长', { required: true, unit: '小时', scale: 1, min: 0.1, max: 999, default: '24' }), // inferred
    needNum, // inferred
    isOwnExcluded: flag('回避本校答卷', { default: 1, help: '每所学校的答卷都要有足够的外校教师评阅' }), // inferred
    isLeaderExcluded: flag('不抽班主任', { default: 0, help: '不抽该年级的班主任' }), // inferred
    isMarkableOnly: flag('只抽可阅卷教师', { default: 0, help: '只抽教师管理中登记为可阅卷的教师' }), // inferred
    seed: integer('抽调种子', { editable: 'never', help: '同一种子抽出同样的人' }), // inferred
  },
  unique: [['taskId', 'courseName']],
  order: ['taskId', 'courseName'],
})

const BASE = '/api/bigdata-service/examTaskMarkPlan'
const taskId = ref('考务任务', 'examTask', { required: true })
const count = (label: string) => integer(label, { required: true })

/** 任务各科按考生数生成计划；已有的计划不变。 */
export const fillMarkPlan = defineCall('examTaskMarkPlan.fill', {
  method: 'POST',
  path: `${BASE}/fill`, // inferred
  title: '按考生数生成阅卷计划',
  access: { permission: 'examtaskmarkplan_add' },
  input: { taskId },
  output: { added: count('新增'), skipped: count('已有') },
})

const held = {
  pulledNum: count('待确认'),
  confirmedNum: count('已确认'),
  returnedNum: count('已退回'),
}

/** 各科的计划与抽调情况；学校看到的人数是本校的。 */
export const markSummary = defineCall('examTaskMarkPlan.summary', {
  method: 'GET',
  path: `${BASE}/summary`, // inferred
  title: '阅卷抽调情况',
  access: { permission: 'examtaskmarkplan_view' },
  input: { taskId },
  output: {
    ...listRowFields(examTaskMarkPlan),
    teacherNum: count('上报教师'),
    ...held,
  },
  answer: 'list',
})

/** 某科各学校的名额：按上报的该科教师数分配，最大余数法；回避本校时一校不能多于外校够评它的答卷。 */
export const markQuotas = defineCall('examTaskMarkPlan.quotas', {
  method: 'GET',
  path: `${BASE}/quotas`, // inferred
  title: '各学校名额',
  access: { permission: 'examtaskmarkplan_edit' },
  input: { taskId, courseName: dict('科目', 'exam_course', { required: true }) },
  output: {
    schoolCode: text('学校代码', { required: true }),
    schoolName: text('学校', { required: true }),
    teacherNum: count('上报教师'),
    paperNum: count('答卷数'),
    quotaNum: count('名额'),
    mostNum: integer('最多可抽'),
    ...held,
    freeNum: count('可再抽'),
  },
  answer: 'list',
})

export const markPlanCalls = [fillMarkPlan, markSummary, markQuotas]
