import { date, integer, percent, ref, score, text } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import { classUnit, courseParam, mean, rank } from './columns.ts'

/** 学生成绩纵向对比：一名考生的一科（或总分）历次的位置，早的在前 */
export const studentVertical = defineReport('studentVertical', {
  title: '学生成绩纵向对比',
  path: 'statistics/studentVerticalCompar',
  params: {
    examId: ref('考试', 'examInfo'),
    studentNumber: text('考号', { length: 20, help: '所选考试中的考号' }),
    studentCode: text('学籍号', { length: 24 }),
    ...courseParam,
    examIds: text('比较的考试', { length: 1000, help: '逗号分隔的考试主键，不填为全部' }),
  },
  columns: {
    examName: text('考试'),
    beginDate: date('考试日期'),
    score: score('分数'),
    status: integer('状态', { list: false }),
    scoreRate: percent('得分率'),
    allRank: rank('联考名次'),
    areaRank: rank('县区名次'),
    schoolRank: rank('学校名次'),
    classRank: rank('班级名次'),
    tScore: mean('T分'),
    pr: mean('百分等级'),
    classAvg: mean('班级均分'),
    schoolAvg: mean('学校均分'),
    allAvg: mean('联考均分'),
    studentNumber: text('考号'),
    studentCode: text('学籍号', { personal: 'studentCode' }),
    studentName: text('姓名'),
    ...classUnit,
  },
  groups: { 名次: ['allRank', 'areaRank', 'schoolRank', 'classRank'], 均分: ['classAvg', 'schoolAvg', 'allAvg'] },
  grain: 'student',
  paged: true,
  chart: { kind: 'line', x: 'examName', y: ['tScore', 'pr'] },
  fixed: ['examName'],
  notes: [
    '不同考试之间请比较T分或百分等级，不比较原始分；没有该科目或该科缺考的考试没有分数与名次。',
    '少于 5 人的班级、学校不显示均分。',
  ],
})
