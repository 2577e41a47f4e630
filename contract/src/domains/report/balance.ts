import { integer, percent, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { courseParam, groupParam, mean, UNITS, WITHHELD_NOTE } from './columns.ts'

const course = { courseName: text('科目') }
const parts = { all: '学校数', area: '学校数', school: '班级数' }

/** 均衡分析：学校之间（联考、县区）或班级之间（学校）的差距，每单位每科一行 */
export const balance = defineReportFamily('balance', {
  title: '均衡分析', // inferred
  over: UNITS,
  params: (unit, grain) => ({
    ...(grain === 'all' ? { courseName: text('科目', { length: 20 }) } : courseParam),
    ...unit,
    ...(grain !== 'school' && groupParam),
  }),
  columns: (unit, grain) => ({
    ...unit,
    ...course,
    partNum: integer(parts[grain]),
    studentNum: integer('实考'),
    avgScore: mean('平均分'),
    highAvg: mean('最高均分'),
    lowAvg: mean('最低均分'),
    meanGap: mean('均分差'),
    meanRatio: score('极差比', { scale: 2 }),
    weightedVariation: percent('差异系数'),
    plainVariation: percent('不加权差异系数'),
    varianceRate: percent('差异率'),
    gini: score('基尼系数', { scale: 4 }),
  }),
  paged: true,
  isOfOwn: true,
  sortable: ['meanGap', 'meanRatio', 'weightedVariation', 'varianceRate'],
  chart: { kind: 'bar', y: ['weightedVariation', 'varianceRate'] },
  notes: [
    '差异系数 = 各校均分的标准差 ÷ 平均分，按实考人数加权；差异率 = 校际平方和 ÷ 总平方和，越小越均衡。',
    '极差比 = 最高均分 ÷ 最低均分；基尼系数按各校均分计算，不加权。班级之间的算法相同。',
    '只比较您能看到的单位；没有实考考生的单位不计，只有一个单位时没有差距。', // inferred
    WITHHELD_NOTE,
  ],
  grains: {
    all: {
      path: 'report/getBalance',
      chart: { kind: 'bar', x: 'courseName', y: ['weightedVariation', 'varianceRate'] },
      fixed: ['courseName'],
      sortable: [],
    }, // inferred
    area: { path: 'report/getBalanceByArea' }, // inferred
    school: { path: 'report/getBalanceBySchool' }, // inferred
  },
})
