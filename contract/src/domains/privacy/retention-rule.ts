import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { date, dateTime, dict, flag, integer, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const BASE = '/api/blade-privacy/retentionrule'
const id = text('主键', { required: true, length: 20 })

/** 保留规则：哪一类数据保存几年。到期的数据先预览，再由人确认清理；清理的数据进入回收站，按回收站的期限彻底清除。 */
export const retentionRule = defineEntity('retentionRule', {
  title: '保留规则', // inferred
  service: 'blade-privacy', // inferred
  path: 'retentionrule', // inferred
  fields: {
    ruleName: text('规则名称', { required: true, search: true, length: 100 }), // inferred
    dataKind: dict('数据种类', 'privacy_retain_kind', { required: true, search: true, editable: 'add' }), // inferred
    keepYears: integer('保留年数', { required: true, min: 1, max: 100, unit: '年' }), // inferred
    isEnabled: flag('启用', { default: 1 }), // inferred
    basis: text('保留的依据', { length: 200, list: false }), // inferred
    lastRunTime: dateTime('最近清理时间', { editable: 'never' }), // inferred
    lastRunNum: integer('最近清理条数', { editable: 'never' }), // inferred
  },
  unique: [['ruleName']],
  order: ['dataKind', 'keepYears'],
})

/** Rows of a study year that would go. */
export interface RetentionYear {
  studyYear: number
  num: number
}

/** Rows past their years that stay for one reason. */
export interface RetentionStay {
  reason: string
  num: number
}

/**
 * 到今天为止超过保留年数、本人看得到的数据：可以清理的按学年计数，仍要保留的按原因计数。`digest` 说明清理的是哪些数据，清理时核对。
 */
export const previewRetention = defineCall('retentionRule.preview', {
  method: 'GET',
  path: `${BASE}/preview`, // inferred
  title: '预览到期数据',
  access: { permission: 'retentionrule_view' },
  input: { id },
  output: {
    cutoff: date('早于', { required: true }),
    total: integer('可以清理的数据', { required: true }),
    years: json<RetentionYear[]>('各学年'),
    keptTotal: integer('保留的数据', { required: true }),
    stays: json<RetentionStay[]>('保留的原因'),
    digest: text('预览的数据', { required: true }),
    phrase: text('确认文字', { required: true }),
  },
})

/** 预览中的每一条：可以清理的，或仍要保留的及其原因。 */
export const retentionRows = defineList('retentionRule.rows', {
  path: `${BASE}/rows`, // inferred
  title: '到期数据',
  access: { permission: 'retentionrule_view' },
  input: { ruleId: id, isKept: flag('仍要保留的') },
  fields: {
    id,
    studentName: text('学生姓名'),
    studentCode: text('学籍号', { personal: 'studentCode' }),
    schoolCode: text('学校代码'),
    schoolName: text('学校'),
    eventDate: date('起算日期'),
    studyYear: integer('学年', { isSchoolYear: true }),
    reason: text('保留的原因'),
  },
  order: ['eventDate'],
})

/** 清理预览过的数据，一条不多：预览以后数据有变化的，什么也不清理。 */
export const runRetention = defineCall('retentionRule.run', {
  method: 'POST',
  path: `${BASE}/run`, // inferred
  title: '清理到期数据',
  access: { permission: 'retentionrule_run' },
  input: {
    id,
    digest: text('预览的数据', { required: true, length: 64 }),
    confirm: text('确认文字', { required: true, length: 50 }),
  },
  output: { jobId: text('任务', { required: true }) },
  stepUp: true,
})
