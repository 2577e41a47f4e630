import { text, integer, score } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import {
  areaParam,
  areaUnit,
  classParam,
  CHANGE_NOTE,
  classUnit,
  composite,
  groupParam,
  mean,
  numbers,
  rank,
  RANK_NOTE,
  rankBefore,
  schoolParam,
  schoolUnit,
  WITHHELD_NOTE,
} from './columns.ts'

/** The three grains of 成绩排名 take the same parameters: one call answers them all by `grain`. */
const params = {
  ...areaParam,
  ...schoolParam,
  ...classParam,
  ...groupParam,
  order: text('排序', { length: 12, help: 'composite 综合值，avg 平均分，bureau 固定顺序' }),
}
const grain = text('粒度', { length: 12, help: 'school 学校，class 班级，student 学生' })

const total = { avgScore: mean('平均分'), avgRank: rank('名次'), maxScore: score('最高分', { width: 80 }) }
const pivot = { title: '科目', columns: { avgScore: mean('平均分'), avgRank: rank('名次') } }
const groups = { 总分: ['avgScore', 'avgRank', 'maxScore'] }
const unitNotes = [RANK_NOTE, '综合值按考试口径由均分与各率合成。', WITHHELD_NOTE]
const changeNotes = [...unitNotes, `${CHANGE_NOTE}这里比的是综合名次。`]

/** 成绩排名（学校） */
export const scoreRank = defineReport('scoreRank', {
  title: '成绩排名',
  path: 'report/getScoreRank',
  params: { ...params, grain },
  columns: {
    compositeRank: composite.compositeRank,
    ...rankBefore,
    ...schoolUnit,
    ...numbers,
    ...total,
    compositeScore: composite.compositeScore,
  },
  pivot,
  groups,
  grain: 'school',
  paged: true,
  sortable: ['compositeRank', 'rankChange', 'avgScore', 'avgRank', 'maxScore', 'studentNum'],
  drill: { report: 'scoreRankByClass', params: { schoolCode: 'schoolCode' } },
  chart: { kind: 'bar', x: 'schoolName', y: ['avgScore'] },
  highlight: ['avgScore'],
  fixed: ['compositeRank', 'areaName', 'schoolName'],
  notes: changeNotes,
})

/** 成绩排名（班级） */
export const scoreRankByClass = defineReport('scoreRankByClass', {
  title: '班级成绩排名',
  path: 'report/getScoreRankByClass',
  params,
  columns: {
    compositeRank: composite.compositeRank,
    ...rankBefore,
    ...classUnit,
    ...numbers,
    ...total,
    avgRankInSchool: rank('校内名次'),
    compositeScore: composite.compositeScore,
  },
  pivot,
  groups: { 总分: ['avgScore', 'avgRank', 'maxScore', 'avgRankInSchool'] },
  grain: 'class',
  paged: true,
  sortable: ['compositeRank', 'rankChange', 'avgScore', 'avgRank', 'avgRankInSchool', 'maxScore'],
  drill: { report: 'scoreRankByStudent', params: { schoolCode: 'schoolCode', classCode: 'classCode' } },
  chart: { kind: 'bar', x: 'className', y: ['avgScore'] },
  highlight: ['avgScore'],
  fixed: ['compositeRank', 'schoolName', 'className'],
  notes: changeNotes,
})

/** 成绩排名（学生） */
export const scoreRankByStudent = defineReport('scoreRankByStudent', {
  title: '学生成绩排名',
  path: 'report/getScoreRankByStudent',
  params,
  columns: {
    allRank: rank('联考名次'),
    areaRank: rank('县区名次'),
    schoolRank: rank('学校名次'),
    classRank: rank('班级名次'),
    ...rankBefore,
    studentNumber: text('考号', { width: 120 }),
    studentCode: text('学籍号', { width: 180, personal: 'studentCode' }),
    studentName: text('姓名', { width: 100 }),
    ...classUnit,
    courseCombination: text('选科', { width: 80 }),
    totalScore: score('总分', { width: 90 }),
    tScore: mean('T分'),
    pr: mean('百分等级'),
  },
  pivot: {
    title: '科目',
    columns: { score: score('分数', { width: 80 }), allRank: rank('名次'), status: integer('状态', { table: false }) },
  },
  groups: { 总分名次: ['allRank', 'areaRank', 'schoolRank', 'classRank', 'rankPrev', 'rankChange'] },
  grain: 'student',
  paged: true,
  drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
  fixed: ['allRank', 'studentNumber', 'studentName'],
  notes: [
    '按联考名次、考号排列；没有总分的考生没有名次，排在最后。',
    '名次：高于本人者个数加一，同分同名次。',
    CHANGE_NOTE,
  ],
})

/** 县区成绩排名 */
export const scoreAreaRank = defineReport('scoreAreaRank', {
  title: '县区成绩排名',
  path: 'report/getScoreAreaRank',
  params: { ...areaParam, order: params.order },
  columns: {
    avgRank: rank('名次'),
    ...areaUnit,
    schoolNum: integer('学校数', { width: 80 }),
    ...numbers,
    avgScore: mean('平均分'),
    maxScore: score('最高分', { width: 80 }),
    ...composite,
  },
  pivot,
  groups: { 总分: ['avgScore', 'maxScore'] },
  grain: 'area',
  paged: true,
  sortable: ['avgRank', 'avgScore', 'compositeRank', 'studentNum'],
  drill: { report: 'scoreRank', params: { areaCode: 'areaCode' } },
  chart: { kind: 'bar', x: 'areaName', y: ['avgScore'] },
  highlight: ['avgScore'],
  fixed: ['avgRank', 'areaName'],
  notes: unitNotes,
})
