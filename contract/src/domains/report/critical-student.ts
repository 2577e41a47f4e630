import { dict, integer, score, text } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import { areaParam, classParam, classUnit, schoolParam, whoseCode } from './columns.ts'

/** 临界生：总分在分数线上下一段之内的学生，与其低于单科线的科目 */
export const criticalStudent = defineReport('criticalStudent', {
  title: '临界生',
  path: 'examscoreline/findCriticalStudent', // inferred
  params: {
    periodName: text('档次', { length: 30, help: '不填时为主要档次' }),
    artsScience: dict('科类', 'arts_science'),
    side: dict('位置', 'critical_side'),
    ...areaParam,
    ...schoolParam,
    ...classParam,
  },
  columns: {
    lineName: text('档次'),
    lineNo: integer('档次序号', { list: false }),
    studentNumber: text('考号'),
    ...whoseCode,
    studentName: text('姓名'),
    ...classUnit,
    totalScore: score('总分'),
    gap: score('距线'),
    weakCourses: text('低于单科线的科目'),
  },
  pivot: {
    title: '科目',
    columns: { score: score('分数'), gap: score('距单科线'), status: integer('状态', { list: false }) },
  },
  grain: 'student',
  paged: true,
  drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
  fixed: ['studentName'],
  notes: [
    '临界：总分在分数线以下或以上各一段之内，不含上端；一段的宽度见划线参数，默认为总分的 10/750。',
    '距线 = 总分 − 总分线，距单科线 = 单科分数 − 单科线，负数为线下；科目按离单科线的远近排列，最远的在前。',
  ],
})
