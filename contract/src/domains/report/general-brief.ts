import { integer, percent, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import {
  atLine,
  composite,
  groupParam,
  mean,
  numbers,
  RANK_NOTE,
  rates,
  spread,
  UNITS,
  unitMeasures,
  unitPivot,
  UNIT_NOTES,
  WITHHELD_NOTE,
} from './columns.ts'

const good = { goodNum: integer('良好人数'), goodRate: percent('良好率') }

/**
 * 综合简报：全体一科一行；县区、学校、班级一单位一行，各科与前N名在列。
 * Reliability where the exam has question scores, of the paper most students sat.
 */
export const generalBrief = defineReportFamily('generalBrief', {
  title: '综合简报',
  sql: 'unit-brief',
  over: UNITS,
  params: (unit, grain) => ({ ...unit, ...(grain === 'school' && groupParam) }),
  columns: (unit) => ({ ...unit, ...numbers, ...unitMeasures, ...composite }),
  pivot: unitPivot,
  groups: { 总分: Object.keys(unitMeasures) },
  paged: true,
  sortable: ['avgScore', 'avgRank', 'tScore', 'maxScore', 'compositeRank', 'studentNum'],
  chart: { kind: 'heat', y: ['tScore'], neutral: 50 },
  highlight: ['avgScore'],
  notes: [RANK_NOTE, ...UNIT_NOTES, WITHHELD_NOTE],
  grains: {
    all: {
      name: 'generalBrief',
      path: 'report/getGeneralBriefList',
      sql: 'general-brief',
      paged: false,
      columns: {
        courseName: text('科目'),
        examScore: score('满分'),
        ...numbers,
        avgScore: mean('平均分'),
        ...spread,
        excellentNum: rates.excellentNum,
        excellentRate: rates.excellentRate,
        ...good,
        passNum: rates.passNum,
        passRate: rates.passRate,
        lowNum: rates.lowNum,
        lowRate: rates.lowRate,
        fullNum: integer('满分人数'),
        zeroNum: integer('零分人数'),
        difficulty: mean('难度'),
        discrimination: mean('区分度'),
        alpha: mean('信度'),
      },
      pivot: { title: '上线', columns: atLine },
      groups: {
        优秀: ['excellentNum', 'excellentRate'],
        良好: ['goodNum', 'goodRate'],
        及格: ['passNum', 'passRate'],
        低分: ['lowNum', 'lowRate'],
      },
      sortable: [],
      chart: { kind: 'bar', x: 'courseName', y: ['excellentRate', 'goodRate', 'passRate', 'lowRate'] },
      highlight: [],
      fixed: ['courseName'],
      drill: { report: 'oneScoreTwoRateByArea', params: { courseName: 'courseName' } },
      notes: [
        '上线：总分一行是总分不低于总分线的人数，科目是单科不低于单科线的人数。',
        '难度 = 平均分 ÷ 满分，越大越容易。',
        '区分度 =（前 27% 考生均分 − 后 27% 考生均分）÷ 满分，按本科得分排序，人数向上取整。',
        '信度为克隆巴赫 α 系数，有小题分的科目才有，详见试卷质量。',
      ],
    },
    area: {
      path: 'report/getGeneralBriefAreaList',
      aliases: ['report/getGeneralAreaList'],
    },
    school: {
      path: 'report/getGeneralBriefSchoolList',
      aliases: ['report/getGeneralSchoolList'],
    },
    class: {
      path: 'report/getGeneralBriefSchoolClassList',
      aliases: ['report/getGeneralSchoolClassList'],
      drill: { report: 'scoreRankByStudent', params: { schoolCode: 'schoolCode', classCode: 'classCode' } },
    },
  },
})
