import { dict, integer, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import {
  AGAINST_NOTES,
  againstLine,
  atLine,
  classUnit,
  composite,
  courseParam,
  groupParam,
  levelCells,
  mean,
  numbers,
  ONLINE_NOTE,
  rank,
  RANK_NOTE,
  studentTypeParam,
  rankedRates,
  UNIT_NOTES,
  unitMeasures,
  unitPivot,
  UNITS,
  WITHHELD_NOTE,
} from './columns.ts'

const grainParam = (help: string) => ({ grain: text('粒度', { length: 12, help }) })

/**
 * 高中三率：优秀、及格、低分的人数、率与名次，总分另有各档分数线的上线率（特控率、本科率、专科率）；一次调用按 grain 给出县区或学校。
 */
export const threeRate = defineReportFamily('threeRate', {
  title: '高中三率',
  over: UNITS,
  params: (unit, grain) => ({ ...courseParam, ...unit, ...(grain === 'school' && groupParam) }),
  columns: (unit) => ({ ...unit, ...numbers, baseNum: integer('基数'), ...rankedRates }),
  groups: {
    优秀: ['excellentNum', 'excellentRate', 'excellentRank'],
    及格: ['passNum', 'passRate', 'passRank'],
    低分: ['lowNum', 'lowRate', 'lowRank'],
  },
  pivot: { title: '档次', columns: { ...atLine, onlineRank: rank('名次'), ...againstLine } },
  paged: true,
  sortable: ['excellentRate', 'excellentRank', 'passRate', 'passRank', 'lowRate', 'lowRank', 'studentNum'],
  chart: { kind: 'bar', y: ['excellentRate', 'passRate', 'lowRate'] },
  highlight: ['excellentRate', 'passRate'],
  notes: [
    '三率：优秀率、及格率、低分率；考试有分数线时，总分另列各档的上线率，如特控率、本科率、专科率。基数是率的分母。',
    ONLINE_NOTE,
    ...AGAINST_NOTES,
    RANK_NOTE,
    WITHHELD_NOTE,
  ],
  grains: {
    area: {
      name: 'threeRate',
      title: '高中三率（县区）',
      path: 'report/highschool/getThreeRate',
      params: {
        ...courseParam,
        ...UNITS.area.params,
        ...UNITS.school.params,
        ...grainParam('area 县区，school 学校'),
      },
    },
    school: {
      path: 'report/highschool/getThreeRateBySchool', // inferred
      drill: { report: 'highSchoolRankByStudent', params: { schoolCode: 'schoolCode' } },
    },
  },
})

const orderParam = {
  order: text('排序', { length: 12, default: 'avg', help: 'avg 平均分，composite 综合值，bureau 固定顺序' }),
}

const { avgRank, ...standing } = unitMeasures

/**
 * 高中成绩排名：县区、学校按均分，学生按位次；学校的调用按 grain 也给出学生。
 * 学生类别只筛选学生；a package does not know who sits an art exam. // inferred
 */
export const highSchoolRank = defineReportFamily('highSchoolRank', {
  title: '高中成绩排名',
  sql: 'unit-brief',
  over: UNITS,
  params: (unit, grain) => ({ ...unit, ...(grain === 'school' && groupParam), ...orderParam }),
  columns: (unit) => ({ avgRank, ...unit, ...numbers, ...standing, ...composite }),
  pivot: unitPivot,
  groups: { 总分: Object.keys(standing) },
  paged: true,
  sortable: ['avgRank', 'avgScore', 'maxScore', 'compositeRank', 'studentNum'],
  chart: { kind: 'difference', y: ['avgScore'] },
  highlight: ['avgScore'],
  notes: [RANK_NOTE, ...UNIT_NOTES, WITHHELD_NOTE],
  grains: {
    area: {
      name: 'highSchoolAreaRank',
      path: 'report/highschool/getScoreAreaRank',
      fixed: ['avgRank', 'areaName'],
    },
    school: {
      name: 'highSchoolRank',
      path: 'report/highschool/getScoreRank',
      params: {
        ...UNITS.class.params,
        ...groupParam,
        ...orderParam,
        studentType: dict('学生类别', 'student_type', { list: false, help: '只用于 grain=student' }),
        ...grainParam('school 学校，student 学生'),
      },
      fixed: ['avgRank', 'areaName', 'schoolName'],
    },
    student: {
      path: 'report/highschool/getScoreRankByStudent', // inferred
      sql: 'high-school-rank-by-student',
      params: { ...UNITS.student.params, ...groupParam, ...studentTypeParam },
      columns: {
        seqRank: rank('位次'),
        allRank: rank('联考名次'),
        areaRank: rank('县区名次'),
        schoolRank: rank('学校名次'),
        classRank: rank('班级名次'),
        groupRank: rank('组合名次'),
        studentNumber: text('考号'),
        studentCode: text('学籍号', { personal: 'studentCode' }),
        studentName: text('姓名'),
        ...classUnit,
        courseCombination: text('选科'),
        totalScore: score('总分'),
        tScore: mean('T分'),
      },
      pivot: {
        title: '科目',
        columns: {
          score: score('分数'),
          ...levelCells,
          allRank: rank('名次'),
          status: integer('状态', { list: false }),
        },
      },
      groups: { 总分名次: ['allRank', 'areaRank', 'schoolRank', 'classRank', 'groupRank'] },
      sortable: [],
      chart: undefined,
      highlight: [],
      drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
      fixed: ['seqRank', 'studentNumber', 'studentName'],
      notes: [
        '位次：总分相同的，依次比较语文与数学之和、语文与数学中较高的一科、外语、首选科目、再选科目中较高的一科、另一再选科目；全部相同的并列。',
        '按位次、考号排列；没有总分的考生没有位次，排在最后。',
        '位次在整场考试内比较，按计入总分的分数计；物理类、历史类请分别建立考试。',
      ],
    },
  },
})
