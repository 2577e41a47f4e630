import { integer, percent, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { bandParams, courseParam, markParams, numbers, UNITS } from './columns.ts'

const counts = {
  num: integer('人数'),
  rate: percent('占比'),
  cumNum: integer('累计'),
  cumRate: percent('累计占比'),
}
/** Only where the exam knows students of both. */
const streams = {
  artsNum: integer('人数'),
  artsCum: integer('累计'),
  scienceNum: integer('人数'),
  scienceCum: integer('累计'),
}
export const STREAM_COLUMNS = Object.keys(streams)

const band = { bandLow: integer('分数'), bandName: text('分数段') }
const CUMULATIVE = '累计自最高分向下。'
const BANDS = [
  '每段含下限不含上限，最高一段含满分；段界为分段宽度的整数倍。',
  '设定最低、最高后，范围之外的人数归入两端的段，各段之和等于实考人数。',
  CUMULATIVE,
]
const MARKS = ['每分一行，小数向下取整；没有人的分数保留一行。', CUMULATIVE]

/** 分数段：每单位一行，各段在列 */
export const paragraph = defineReportFamily('paragraph', {
  title: '分数段',
  over: UNITS,
  params: (unit) => ({ ...courseParam, ...unit, ...bandParams }),
  columns: (unit) => ({ ...unit, ...numbers }),
  pivot: { title: '分数段', columns: counts },
  chart: { kind: 'heat', y: ['rate'] },
  notes: BANDS,
  grains: {
    area: { name: 'areaParagraph', path: 'report/getAreaParagraphList' },
    school: { name: 'schoolParagraph', path: 'report/getSchoolParagraphList', paged: true },
  },
})

const beside = {
  pivot: { title: '单位', columns: { num: counts.num, cumNum: counts.cumNum } },
  groups: { 联考: ['num', 'cumNum'] },
  notes: [...MARKS, '单位按固定顺序并列，至多 30 个；请用县区或学校缩小范围。'],
}

/** 一分一段：每段一行，单位并列 */
export const oneScoreParagraph = defineReportFamily('oneScoreParagraph', {
  title: '一分一段',
  over: UNITS,
  params: (unit) => ({ ...courseParam, ...unit, ...markParams }),
  columns: () => ({ ...band, num: counts.num, cumNum: counts.cumNum }),
  chart: { kind: 'line', x: 'bandLow', y: ['cumNum'] },
  fixed: ['bandLow'],
  grains: {
    all: {
      name: 'oneScoreParagraphBrief',
      path: 'report/getOneScoreParagraphBriefList',
      columns: { ...band, ...counts, tenNum: integer('每十分小计'), ...streams },
      groups: { '历史类（文科）': ['artsNum', 'artsCum'], '物理类（理科）': ['scienceNum', 'scienceCum'] },
      chart: { kind: 'histogram', x: 'bandLow', y: ['num', 'artsNum', 'scienceNum'] },
      notes: [...MARKS, '每 10 分小计列于该分数段最低分一行。'],
    },
    area: { path: 'report/getOneScoreParagraphAreaList', ...beside },
    school: { path: 'report/getOneScoreParagraphSchoolList', ...beside },
  },
})
