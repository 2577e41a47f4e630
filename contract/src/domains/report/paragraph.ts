import { integer, percent, text } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import {
  areaParam,
  areaUnit,
  bandParams,
  courseParam,
  markParams,
  numbers,
  schoolParam,
  schoolUnit,
} from './columns.ts'

const counts = {
  num: integer('人数', { width: 80 }),
  rate: percent('占比', { width: 80 }),
  cumNum: integer('累计', { width: 80 }),
  cumRate: percent('累计占比', { width: 90 }),
}
const band = { bandLow: integer('分数', { width: 80 }), bandName: text('分数段', { width: 110 }) }
const bandPivot = { title: '分数段', columns: counts }
const unitPivot = { title: '单位', columns: { num: counts.num, cumNum: counts.cumNum } }
const CUMULATIVE = '累计自最高分向下。'
const BANDS = [
  '每段含下限不含上限，最高一段含满分；段界为分段宽度的整数倍。',
  '设定最低、最高后，范围之外的人数归入两端的段，各段之和等于实考人数。',
  CUMULATIVE,
]
const MARKS = ['每分一行，小数向下取整；没有人的分数保留一行。', CUMULATIVE]

/** 一分一段（全体） */
export const oneScoreParagraphBrief = defineReport('oneScoreParagraphBrief', {
  title: '一分一段',
  path: 'report/getOneScoreParagraphBriefList',
  params: { ...courseParam, ...markParams },
  columns: { ...band, ...counts, tenNum: integer('每十分小计', { width: 100 }) },
  grain: 'all',
  chart: { kind: 'line', x: 'bandLow', y: ['num'] },
  fixed: ['bandLow'],
  notes: [...MARKS, '每十分小计写在该十分的最低一行。'],
})

/** 分数段（县区） */
export const areaParagraph = defineReport('areaParagraph', {
  title: '分数段（县区）',
  path: 'report/getAreaParagraphList',
  params: { ...courseParam, ...areaParam, ...bandParams },
  columns: { ...areaUnit, ...numbers },
  pivot: bandPivot,
  grain: 'area',
  drill: { report: 'schoolParagraph', params: { areaCode: 'areaCode' } },
  chart: { kind: 'heat', x: 'areaName', y: ['rate'] },
  fixed: ['areaName'],
  notes: BANDS,
})

/** 分数段（学校） */
export const schoolParagraph = defineReport('schoolParagraph', {
  title: '分数段（学校）',
  path: 'report/getSchoolParagraphList',
  params: { ...courseParam, ...areaParam, ...schoolParam, ...bandParams },
  columns: { ...schoolUnit, ...numbers },
  pivot: bandPivot,
  grain: 'school',
  paged: true,
  chart: { kind: 'heat', x: 'schoolName', y: ['rate'] },
  fixed: ['areaName', 'schoolName'],
  notes: BANDS,
})

const columnLimit = '单位按固定顺序并列，至多 30 个；请用县区或学校缩小范围。'

/** 一分一段（县区并列） */
export const oneScoreParagraphByArea = defineReport('oneScoreParagraphByArea', {
  title: '一分一段（县区）',
  path: 'report/getOneScoreParagraphAreaList',
  params: { ...courseParam, ...areaParam, ...markParams },
  columns: { ...band, num: counts.num, cumNum: counts.cumNum },
  pivot: unitPivot,
  groups: { 联考: ['num', 'cumNum'] },
  grain: 'area',
  chart: { kind: 'line', x: 'bandLow', y: ['cumNum'] },
  fixed: ['bandLow'],
  notes: [...MARKS, columnLimit],
})

/** 一分一段（学校并列） */
export const oneScoreParagraphBySchool = defineReport('oneScoreParagraphBySchool', {
  title: '一分一段（学校）',
  path: 'report/getOneScoreParagraphSchoolList',
  params: { ...courseParam, ...areaParam, ...schoolParam, ...markParams },
  columns: { ...band, num: counts.num, cumNum: counts.cumNum },
  pivot: unitPivot,
  groups: { 联考: ['num', 'cumNum'] },
  grain: 'school',
  chart: { kind: 'line', x: 'bandLow', y: ['cumNum'] },
  fixed: ['bandLow'],
  notes: [...MARKS, columnLimit],
})
