import { integer, percent, ref, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { courseParam, groupParam, mean, UNITS, WITHHELD_NOTE } from './columns.ts'

/** 增值分析：每单位的学生在本次考试比入口考试的成绩所预期的高多少（残差法） */
export const valueAdded = defineReportFamily('valueAdded', {
  title: '增值分析',
  over: UNITS,
  params: (unit, grain) => ({
    entryExamId: ref('入口考试', 'examInfo', { help: '不选时为考试设置的对比考试' }),
    ...courseParam,
    ...unit,
    ...(grain === 'school' && groupParam),
  }),
  columns: (unit) => ({
    ...unit,
    courseName: text('科目'),
    studentNum: integer('实考'),
    cohortNum: integer('入口人数'),
    matchedNum: integer('匹配人数'),
    matchRate: percent('匹配率'),
    entryT: mean('入口T分'),
    expectedT: mean('预期T分'),
    exitT: mean('本次T分'),
    valueAdded: mean('增值'),
    lowAdded: mean('区间下限'),
    highAdded: mean('区间上限'),
    verdict: text('结论'),
    rankAdded: mean('名次增值'),
    growthPr: mean('成长百分位'),
  }),
  groups: { T分: ['entryT', 'expectedT', 'exitT'], '95%区间': ['lowAdded', 'highAdded'] },
  paged: true,
  isOfOwn: true,
  sortable: ['valueAdded', 'matchRate', 'rankAdded', 'growthPr'],
  chart: { kind: 'bar', y: ['valueAdded'] },
  notes: [
    '增值：两次考试都有成绩的全部考生按标准分做回归，单位学生的平均残差乘以 10 即 T 分，并按 n ÷（n + 15）向 0 收缩。',
    '区间：增值 ± 1.96 × 残差标准差 ÷ √n；区间含 0 为“与预期相当”。匹配不足 10 人的单位不显示增值。',
    '名次增值：匹配考生入口名次的平均 − 本次名次的平均，名次都在全部匹配考生中排，正数为进步；它随考生多少变大变小，只在同一份报表里比较。',
    '成长百分位：与入口成绩同在一个二十分之一的考生相比，本次成绩的百分位，取单位学生的中位数；50 为与起点相同的考生持平。',
    '匹配率：入口考试时该单位有成绩的考生（入口人数）中，本次也有成绩的比例，按学籍号匹配；班级以本次实考代替入口人数。匹配率低于 80% 时仅供参考。',
    WITHHELD_NOTE,
  ],
  grains: {
    area: { path: 'report/getValueAddedByArea' }, // inferred
    school: { path: 'report/getValueAddedBySchool' }, // inferred
    class: { path: 'report/getValueAddedByClass' }, // inferred
  },
})
