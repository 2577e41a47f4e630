import { defineCall } from '../../kit/call.ts'
import { dict, integer, score, text } from '../../kit/field.ts'
import { reportCall } from '../../derive/report-call.ts'
import { defineReport } from '../../kit/report.ts'
import { areaParam, classUnit, courseParam, levelCells, rank, schoolParam, whoseCode } from './columns.ts'

const params = {
  countNum: integer('前N名', { min: 1, max: 20_000, default: 100 }),
  /** Whose first N: of all, of each area, of each school. */
  within: dict('名次范围', 'rank_scope', { default: 'all' }), // inferred
}
const student = {
  studentNumber: text('考号'),
  ...whoseCode,
  studentName: text('姓名'),
  ...classUnit,
}
const TIE_NOTE = '第 N 名有并列时全部列出，人数可能多于 N；名次范围选县区或学校时，列出每个县区、每所学校的前 N 名。'

/** 前N名学生（总分） */
export const beforeN = defineReport('beforeN', {
  title: '前N名学生',
  path: 'statistics/queryBeforeNStudentScore',
  params: { ...params, ...areaParam, ...schoolParam },
  columns: {
    rank: rank('名次'),
    ...student,
    totalScore: score('总分'),
    weakCourse: text('弱科'),
  },
  pivot: {
    title: '科目',
    columns: { score: score('分数'), ...levelCells, allRank: rank('名次'), status: integer('状态', { list: false }) },
  },
  grain: 'student',
  isOfPlaces: true,
  paged: true,
  drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
  fixed: ['rank', 'studentName'],
  notes: [TIE_NOTE, '弱科：联考名次占该科实考人数之比最大的科目，即相对最靠后的一科；相同时取考试科目顺序在前的一科。'],
})

/** 前N名学生（单科） */
export const courseBeforeN = defineReport('courseBeforeN', {
  title: '单科前N名学生',
  path: 'statistics/queryCourseBeforeNStudentScore',
  params: { ...params, ...courseParam, ...areaParam, ...schoolParam },
  columns: {
    rank: rank('名次'),
    ...student,
    teacherName: text('任课教师'),
    score: score('分数'),
    totalRank: rank('总分名次'),
    gap: integer('名次差'),
  },
  grain: 'student',
  isOfPlaces: true,
  paged: true,
  drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
  fixed: ['rank', 'studentName'],
  notes: [TIE_NOTE, '名次差 = 总分名次 − 本科名次，在同一名次范围内比较；正数说明本科强于总分。'],
})

const asked = reportCall(beforeN)

/** 前N名学生的工作簿 */
export const exportBeforeN = defineCall('statistics.exportBeforeNStudentScore', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/exportBeforeNStudentScore',
  title: '导出前N名学生',
  access: asked.access,
  input: asked.input,
  answer: 'file',
  stepUp: true,
})
