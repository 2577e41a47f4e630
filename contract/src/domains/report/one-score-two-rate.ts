import { percent, score, text } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import {
  areaParam,
  areaUnit,
  classParam,
  classUnit,
  comparedMean,
  composite,
  courseParam,
  groupParam,
  mean,
  numbers,
  rank,
  RANK_NOTE,
  rankedRates,
  rates,
  schoolParam,
  schoolUnit,
  spread,
  WITHHELD_NOTE,
} from './columns.ts'

const course = { courseName: text('科目', { width: 80 }) }
const rateGroups = {
  优秀: ['excellentNum', 'excellentRate', 'excellentRank'],
  及格: ['passNum', 'passRate', 'passRank'],
  低分: ['lowNum', 'lowRate', 'lowRank'],
}
const sortable = ['avgScore', 'avgRank', 'excellentRate', 'passRate', 'lowRate', 'compositeRank']
const highlight = ['avgScore', 'excellentRate', 'passRate']
const notes = [RANK_NOTE, '离均差、超均率的参照是上一级单位：县区对联考，学校对县区，班级对学校。', WITHHELD_NOTE]

/** 一分两率（简表）：全体考生，每科一行 */
export const oneScoreTwoRateBrief = defineReport('oneScoreTwoRateBrief', {
  title: '一分两率',
  path: 'report/getOneScoreTwoRateBriefList',
  params: { courseName: text('科目', { length: 20 }) },
  columns: {
    ...course,
    examScore: score('满分', { width: 70 }),
    ...numbers,
    avgScore: mean('平均分'),
    ...rates,
    allPassRate: percent('全科及格率', { width: 100 }),
    ...spread,
  },
  groups: { 优秀: ['excellentNum', 'excellentRate'], 及格: ['passNum', 'passRate'], 低分: ['lowNum', 'lowRate'] },
  grain: 'all',
  paged: true,
  drill: { report: 'oneScoreTwoRateByArea', params: { courseName: 'courseName' } },
  chart: { kind: 'bar', x: 'courseName', y: ['passRate', 'excellentRate'] },
  fixed: ['courseName'],
  notes: ['全科及格率只在总分行：计入总分的科目全部及格者所占比例。'],
})

/** 一分两率（县区） */
export const oneScoreTwoRateByArea = defineReport('oneScoreTwoRateByArea', {
  title: '一分两率（县区）',
  path: 'report/getOneScoreTwoRateBriefAreaList',
  aliases: ['report/getOneScoreTwoRateAreaList'],
  params: { ...courseParam, ...areaParam },
  columns: { ...areaUnit, ...course, ...numbers, ...comparedMean, ...rankedRates, ...composite, ...spread },
  groups: rateGroups,
  grain: 'area',
  paged: true,
  sortable,
  drill: { report: 'oneScoreTwoRateBySchool', params: { areaCode: 'areaCode', courseName: 'courseName' } },
  chart: { kind: 'bar', x: 'areaName', y: ['passRate', 'excellentRate'] },
  highlight,
  fixed: ['areaName'],
  notes,
})

/** 一分两率（学校） */
export const oneScoreTwoRateBySchool = defineReport('oneScoreTwoRateBySchool', {
  title: '一分两率（学校）',
  path: 'report/getOneScoreTwoRateBriefSchoolList',
  aliases: ['report/getOneScoreTwoRateSchoolList'],
  params: { ...courseParam, ...areaParam, ...schoolParam, ...groupParam },
  columns: {
    ...schoolUnit,
    ...course,
    ...numbers,
    ...comparedMean,
    avgRankInArea: rank('县区名次'),
    ...rankedRates,
    ...composite,
    ...spread,
  },
  groups: rateGroups,
  grain: 'school',
  paged: true,
  sortable: [...sortable, 'avgRankInArea'],
  drill: { report: 'oneScoreTwoRateByClass', params: { schoolCode: 'schoolCode', courseName: 'courseName' } },
  chart: { kind: 'box', x: 'schoolName', y: ['minScore', 'q1', 'medianScore', 'q3', 'maxScore'] },
  highlight,
  fixed: ['areaName', 'schoolName'],
  notes,
})

/** 一分两率（班级），末尾附本校、县区、联考三行 */
export const oneScoreTwoRateByClass = defineReport('oneScoreTwoRateByClass', {
  title: '一分两率（班级）',
  path: 'report/getOneScoreTwoRateBriefSchoolClassList',
  aliases: ['report/getOneScoreTwoRateSchoolClassList'],
  params: { ...courseParam, ...areaParam, ...schoolParam, ...classParam },
  columns: {
    ...classUnit,
    ...course,
    teacherName: text('任课教师', { width: 110 }),
    ...numbers,
    ...comparedMean,
    avgRankInSchool: rank('校内名次'),
    ...rankedRates,
    ...composite,
    ...spread,
  },
  groups: rateGroups,
  grain: 'class',
  paged: true,
  sortable: [...sortable, 'avgRankInSchool'],
  drill: { report: 'scoreRankByStudent', params: { schoolCode: 'schoolCode', classCode: 'classCode' } },
  chart: { kind: 'bar', x: 'className', y: ['passRate', 'excellentRate'] },
  highlight,
  fixed: ['schoolName', 'className'],
  notes,
})
