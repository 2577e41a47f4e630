import { integer, percent, score } from '../../kit/field.ts'
import { courseCall } from '../../derive/report-call.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { courseParam, UNITS } from './columns.ts'

const countNum = { countNum: integer('前N名', { min: 1, max: 10_000_000, default: 100 }) }
const measures = {
  studentNum: integer('实考'),
  num: integer('人数'),
  share: percent('占比'),
  perHundred: score('每百人', { scale: 2 }),
}

/** 前N名 */
export const frontN = defineReportFamily('frontN', {
  title: '前N名统计',
  isOfPlaces: true,
  over: UNITS,
  params: (unit) => ({ ...countNum, ...courseParam, ...unit }),
  columns: (unit) => ({ ...unit, ...measures }),
  pivot: { title: '前N名', columns: { num: measures.num, share: measures.share } },
  sortable: ['num', 'share', 'perHundred'],
  chart: { kind: 'bar', y: ['num'] },
  highlight: ['perHundred'],
  notes: [
    '按联考名次计；第 N 名有并列时全部计入，合计可能多于 N。',
    '占比：占全体前 N 名人数的百分比；每百人：每一百名实考考生中的人数。',
  ],
  grains: {
    area: { name: 'areaFrontN', path: 'statistics/getAreaFrontN' },
    school: {
      name: 'schoolFrontN',
      path: 'statistics/getSchoolFrontN',
      drill: { report: 'scoreRankByStudent', params: { schoolCode: 'schoolCode' } },
    },
  },
})

/** 单科前N名 */
export const courseFrontN = [
  { report: frontN.area, call: courseCall(frontN.area, 'statistics/getCourseAreaFrontN') },
  { report: frontN.school, call: courseCall(frontN.school, 'statistics/getCourseSchoolFrontN') },
]
