import { percent, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import {
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
  spread,
  UNITS,
  WITHHELD_NOTE,
} from './columns.ts'

const course = { courseName: text('科目') }
const teacher = { teacherName: text('任课教师') }
const rankWithin = {
  area: {},
  school: { avgRankInArea: rank('县区名次') },
  class: { avgRankInSchool: rank('校内名次') },
}
const sortable = ['avgScore', 'avgRank', 'excellentRate', 'passRate', 'lowRate', 'compositeRank']

/** 一分两率：每单位每科一行；班级的末尾附本校、县区、联考三行 */
export const oneScoreTwoRate = defineReportFamily('oneScoreTwoRate', {
  title: '一分两率',
  over: UNITS,
  params: (unit, grain) => ({ ...courseParam, ...unit, ...(grain === 'school' && groupParam) }),
  columns: (unit, grain) => ({
    ...unit,
    ...course,
    ...(grain === 'class' && teacher),
    ...numbers,
    ...comparedMean,
    ...(grain !== 'all' && rankWithin[grain]),
    ...rankedRates,
    ...composite,
    ...spread,
  }),
  groups: {
    优秀: ['excellentNum', 'excellentRate', 'excellentRank'],
    及格: ['passNum', 'passRate', 'passRank'],
    低分: ['lowNum', 'lowRate', 'lowRank'],
  },
  paged: true,
  sortable,
  chart: { kind: 'bar', y: ['passRate', 'excellentRate'] },
  highlight: ['avgScore', 'excellentRate', 'passRate'],
  notes: [RANK_NOTE, '离均差、超均率的参照是上一级单位：县区对联考，学校对县区，班级对学校。', WITHHELD_NOTE],
  grains: {
    all: {
      name: 'oneScoreTwoRateBrief',
      path: 'report/getOneScoreTwoRateBriefList',
      params: { courseName: text('科目', { length: 20 }) },
      columns: {
        ...course,
        examScore: score('满分'),
        ...numbers,
        avgScore: mean('平均分'),
        ...rates,
        allPassRate: percent('全科及格率'),
        ...spread,
      },
      groups: { 优秀: ['excellentNum', 'excellentRate'], 及格: ['passNum', 'passRate'], 低分: ['lowNum', 'lowRate'] },
      sortable: [],
      chart: { kind: 'bar', x: 'courseName', y: ['passRate', 'excellentRate'] },
      highlight: [],
      fixed: ['courseName'],
      notes: ['全科及格率只在总分行：计入总分的科目全部及格者所占比例。'],
    },
    area: {
      path: 'report/getOneScoreTwoRateBriefAreaList',
      aliases: ['report/getOneScoreTwoRateAreaList'],
    },
    school: {
      path: 'report/getOneScoreTwoRateBriefSchoolList',
      aliases: ['report/getOneScoreTwoRateSchoolList'],
      sortable: [...sortable, 'avgRankInArea'],
      chart: { kind: 'box', y: ['minScore', 'q1', 'medianScore', 'q3', 'maxScore'] },
    },
    class: {
      path: 'report/getOneScoreTwoRateBriefSchoolClassList',
      aliases: ['report/getOneScoreTwoRateSchoolClassList'],
      sortable: [...sortable, 'avgRankInSchool'],
      drill: { report: 'scoreRankByStudent', params: { schoolCode: 'schoolCode', classCode: 'classCode' } },
    },
  },
})
