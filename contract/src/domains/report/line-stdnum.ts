import { defineCall } from '../../kit/call.ts'
import { dict, integer, percent, ref, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import { AGAINST_NOTES, againstLine, areaParam, atLine, ONLINE_NOTE, rank, UNITS, WITHHELD_NOTE } from './columns.ts'

const BASE = 'examscoreline'
const grain = text('粒度', { length: 12, help: 'school 学校，class 班级' })
const studentNum = integer('实考')
const counts = {
  studentNum,
  ...atLine,
  onlineRank: rank('名次'),
  belowNum: integer('线下临界'),
  aboveNum: integer('线上临界'),
  ...againstLine,
}
const course = { courseName: text('科目', { isWorded: true, length: 20 }) }
const line = {
  periodName: text('档次', { length: 30, help: '不填时为主要档次' }),
  artsScience: dict('科类', 'arts_science'),
}
const hits = {
  studentNum,
  lineScore: score('单科线'),
  onlineNum: integer('总分上线'),
  singleNum: integer('单上线'),
  doubleNum: integer('双上线'),
  contributionRate: percent('贡献率'),
  hitRate: percent('命中率'),
  missNum: integer('错位人数'),
}

/** 上线统计：每单位一行，各档次在列 */
export const lineStdnum = defineReportFamily('lineStdnum', {
  title: '上线统计',
  over: UNITS,
  params: (unit) => unit,
  columns: (unit) => ({ ...unit, studentNum }),
  pivot: { title: '档次', columns: counts },
  paged: true,
  sortable: ['studentNum'],
  notes: [
    ONLINE_NOTE,
    '临界：线下临界在分数线以下、线上临界在分数线以上各一段之内，不含上端。',
    ...AGAINST_NOTES,
    WITHHELD_NOTE,
  ],
  grains: {
    area: { path: `${BASE}/findScoreLineStdnumByArea` },
    school: {
      name: 'lineStdnum',
      path: `${BASE}/findScoreLineStdnum`,
      params: { ...UNITS.school.params, grain },
    },
    class: { path: `${BASE}/findScoreLineStdnumByClass` },
  },
})

/** 单科上线：一个档次里每单位每科一行 */
export const lineStdnumCourse = defineReportFamily('lineStdnumCourse', {
  title: '单双上线',
  over: UNITS,
  params: (unit) => ({ ...line, ...course, ...unit }),
  columns: (unit, level) => ({
    ...unit,
    ...course,
    lineNo: integer('档次序号', { list: false }),
    ...(level === 'class' && { teacherName: text('任课教师') }),
    ...hits,
  }),
  paged: true,
  highlight: ['contributionRate', 'hitRate'],
  notes: [
    '单上线：单科不低于单科线；双上线：单科与总分都上线；总分上线只计本科应考的考生。',
    '贡献率 = 双上线 ÷ 总分上线；命中率 = 双上线 ÷ 单上线；错位人数 = 总分上线 − 双上线。',
    WITHHELD_NOTE,
  ],
  grains: {
    area: { path: `${BASE}/findScoreLineStdnumCourseByArea` },
    school: {
      name: 'lineStdnumCourse',
      path: `${BASE}/findScoreLineStdnumCourse`,
      params: { ...line, ...course, ...UNITS.school.params, grain },
    },
    class: { path: `${BASE}/findScoreLineStdnumCourseByClass` },
  },
})

const pair = {
  examIdWen: ref('文科考试', 'examInfo', { required: true }),
  examIdLi: ref('理科考试', 'examInfo', { required: true }),
  ...areaParam,
}

/** 文科（历史类）、理科（物理类）与合计三块；合计的率由人数相加后再除。 */
const block = {
  block: text('科类', { required: true }),
  areaCode: text('县区代码'),
  areaName: text('县区'),
  schoolCode: text('学校代码'),
  schoolName: text('学校'),
  periodName: text('档次'),
}

/** What is told of every block: of the total, and of single courses. */
export const WEN_LI_FIGURES = {
  total: {
    studentNum,
    onlineNum: counts.onlineNum,
    onlineRate: counts.onlineRate,
    belowNum: counts.belowNum,
    aboveNum: counts.aboveNum,
  },
  course: {
    studentNum,
    onlineNum: hits.onlineNum,
    singleNum: hits.singleNum,
    doubleNum: hits.doubleNum,
    contributionRate: hits.contributionRate,
    hitRate: hits.hitRate,
    missNum: hits.missNum,
  },
}

export const lineStdnumWenLi = defineCall('examScoreLine.findScoreLineStdnumWenLi', {
  method: 'GET',
  path: `/api/bigdata-service/${BASE}/findScoreLineStdnumWenLi`, // inferred
  title: '文理上线统计',
  access: { permission: lineStdnum.school.permission },
  input: pair,
  output: {
    ...block,
    ...WEN_LI_FIGURES.total,
  },
  answer: 'list',
})

export const lineStdnumCourseWenLi = defineCall('examScoreLine.findScoreLineStdnumCourseWenLi', {
  method: 'GET',
  path: `/api/bigdata-service/${BASE}/findScoreLineStdnumCourseWenLi`, // inferred
  title: '文理单双上线',
  access: { permission: lineStdnumCourse.school.permission },
  input: { ...pair, periodName: text('档次', { length: 30 }) },
  output: {
    ...block,
    ...course,
    ...WEN_LI_FIGURES.course,
  },
  answer: 'list',
})
