import { defineCall } from '../../kit/call.ts'
import { dict, flag, integer, json, ref, score, text } from '../../kit/field.ts'

/** A student, a unit or a part (a course, a question) behind a figure; what does not belong to its kind is null. The score of a unit is what its place is by. */
export const behindFields = {
  studentNumber: text('考号'),
  studentCode: text('学籍号', { personal: 'studentCode' }),
  studentName: text('姓名'),
  areaName: text('县区'),
  schoolName: text('学校'),
  className: text('班级'),
  partName: text('科目或题号'),
  score: score('分数', { scale: 2 }),
  oldScore: score('原分数', { scale: 2 }),
  fullScore: score('满分', { scale: 2 }),
  rank: integer('名次'),
}

/** 一个数字的由来：名称、公式、分子、分母、口径、报表版本；名单另查。 */
const input = {
  examId: ref('考试', 'examInfo', { required: true }),
  reportName: text('报表', { required: true, length: 60 }),
  column: text('列', { required: true, length: 100, help: '列的键；分组下的列为 c2.avgScore 的样子' }),
  unitGrain: text('粒度', { length: 12, help: 'all、area、school、class；不填为报表的粒度' }),
  areaCode: text('县区代码', { length: 40 }),
  schoolCode: text('学校代码', { length: 40 }),
  classCode: text('班级代码', { length: 40 }),
  studentNumber: text('考号', { length: 20, help: '学生的数字属于哪名考生' }),
  within: dict('名次范围', 'rank_scope'),
  courseName: text('科目', { length: 20 }),
  lineNo: integer('档次序号', { min: 0 }),
  bandLow: integer('分数段下限', { min: 0 }),
  step: integer('分段', { min: 1, max: 1000 }),
  low: integer('最低', { min: 0, max: 10_000 }),
  high: integer('最高', { min: 1, max: 10_000 }),
  countNum: integer('前N名', { min: 1, max: 10_000_000 }),
  paperCode: text('试卷', { length: 4 }),
  questionNo: text('题号', { length: 20 }),
  pointName: text('知识点', { length: 200 }),
  schoolGroup: dict('学校类别', 'school_group'),
  entryExamId: ref('入口考试', 'examInfo'),
  fromVersion: integer('原版本', { min: 1 }),
  toVersion: integer('新版本', { min: 1 }),
}

export const explainFigure = defineCall('report.explainFigure', {
  method: 'GET',
  path: '/api/bigdata-service/report/explainFigure', // inferred
  title: '数字的由来',
  access: 'signedIn',
  input,
  output: {
    title: text('名称', { required: true }),
    formula: text('公式', { required: true }),
    numeratorName: text('分子名称'),
    numerator: score('分子', { scale: 2 }),
    denominatorName: text('分母名称'),
    denominator: score('分母', { scale: 2 }),
    rules: json<string[]>('口径', { required: true }),
    packageVersion: integer('报表版本', { required: true }),
    builtTime: text('生成时间', { required: true }),
    behind: text('名单', {
      help: 'students、units、parts（一名考生的各科或各题）、questions（试卷的题目），没有名单时为空',
    }),
    valueName: text('单位的数值', { help: '名单是单位时，每个单位后面的数值是什么' }),
    alone: text('没有名单的原因'),
    isWhole: flag('名单是否完整', { required: true }),
  },
  answer: 'data',
})

/** 数字背后的考生、单位，或一名考生的各科、各题，限于本人数据范围。 */
export const listBehind = defineCall('report.listBehind', {
  method: 'GET',
  path: '/api/bigdata-service/report/listBehind', // inferred
  title: '数字背后的名单',
  access: 'signedIn',
  input: { ...input, current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 200 }) },
  output: behindFields,
  answer: 'page',
})
