import { integer, percent, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { courseParam, groupParam, mean, RANK_NOTE, rank, UNITS, WITHHELD_NOTE } from './columns.ts'

/** One of the exams compared; its label stands in the heads, the name of the exam without one. */
export interface ContrastExam {
  examId: string
  label?: string
}

/** Fewest and most exams that are compared at once. */
export const CONTRAST_EXAMS = { min: 2, max: 8 } as const

const params = {
  examJson: text('比较的考试', {
    required: true,
    length: 2000,
    help: '[{"examId":"1","label":"一模"}]，先考的在前，2 至 8 次',
  }),
  itemCodes: text('对比指标', { length: 500, default: 'avgScore', help: '指标编码，逗号分隔' }),
  ...courseParam,
}

/** 指标对比：几次考试并列，先考的在前；各指标的数值、与联考之差、名次，末次与首次相比的变化。 */
export const contrast = defineReportFamily('contrast', {
  title: '指标对比',
  over: UNITS,
  params: (unit, grain) => ({ ...params, ...unit, ...(grain === 'school' && groupParam) }),
  columns: (unit) => unit,
  pivot: {
    title: '指标',
    columns: {
      mark: mean('数值'),
      share: percent('数值'),
      count: integer('数值'),
      diff: mean('与联考之差'),
      rank: rank('名次'),
      gain: mean('变化'),
      rankChange: integer('名次变化'),
    },
  },
  paged: true,
  chart: { kind: 'slope', y: ['rank'] },
  notes: [
    '与联考之差 = 单位数值 − 联考数值；变化 = 末次与联考之差 − 首次与联考之差，试卷难易由此抵消；人数直接相减。', // inferred
    '名次变化 = 首次名次 − 末次名次，正数为进步；两次考试范围不同时仅供参考。',
    RANK_NOTE,
    WITHHELD_NOTE,
  ],
  grains: {
    area: { name: 'contrastArea', path: 'report/contrastArea' },
    school: {
      name: 'contrastSchool',
      path: 'report/contrastSchool',
      drill: { report: 'generalBriefByClass', params: { schoolCode: 'schoolCode' } },
    },
  },
})
