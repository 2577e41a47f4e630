import { decimal, integer, percent } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import { areaParam, areaUnit, courseParam, schoolParam, schoolUnit } from './columns.ts'

const countNum = { countNum: integer('前N名', { min: 1, max: 10_000_000, default: 100 }) }
const measures = {
  studentNum: integer('实考', { width: 80 }),
  num: integer('人数', { width: 80 }),
  share: percent('占比', { width: 90 }),
  perHundred: decimal('每百人', { width: 90, wireNumber: true }),
}
const pivot = { title: '前N名', columns: { num: measures.num, share: measures.share } }
const notes = [
  '按联考名次计；第 N 名有并列时全部计入，合计可能多于 N。',
  '占比：占全体前 N 名人数的百分比；每百人：每一百名实考考生中的人数。',
]

/** 前N名（县区） */
export const areaFrontN = defineReport('areaFrontN', {
  title: '前N名统计（县区）',
  path: 'statistics/getAreaFrontN',
  aliases: ['statistics/getCourseAreaFrontN'],
  params: { ...countNum, ...courseParam, ...areaParam },
  columns: { ...areaUnit, ...measures },
  pivot,
  grain: 'area',
  sortable: ['num', 'share', 'perHundred'],
  drill: { report: 'schoolFrontN', params: { areaCode: 'areaCode' } },
  chart: { kind: 'bar', x: 'areaName', y: ['num'] },
  highlight: ['perHundred'],
  fixed: ['areaName'],
  notes,
})

/** 前N名（学校） */
export const schoolFrontN = defineReport('schoolFrontN', {
  title: '前N名统计（学校）',
  path: 'statistics/getSchoolFrontN',
  aliases: ['statistics/getCourseSchoolFrontN'],
  params: { ...countNum, ...courseParam, ...areaParam, ...schoolParam },
  columns: { ...schoolUnit, ...measures },
  pivot,
  grain: 'school',
  sortable: ['num', 'share', 'perHundred'],
  drill: { report: 'scoreRankByStudent', params: { schoolCode: 'schoolCode' } },
  chart: { kind: 'bar', x: 'schoolName', y: ['num'] },
  highlight: ['perHundred'],
  fixed: ['areaName', 'schoolName'],
  notes,
})
