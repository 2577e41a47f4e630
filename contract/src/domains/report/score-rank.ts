import { integer, score, text } from '../../kit/field.ts'
import { defineReportFamily } from '../../kit/report-family.ts'
import {
  areaParam,
  CHANGE_NOTE,
  classParam,
  classUnit,
  composite,
  groupParam,
  levelCells,
  mean,
  numbers,
  rank,
  RANK_NOTE,
  rankBefore,
  schoolParam,
  UNITS,
  WITHHELD_NOTE,
} from './columns.ts'

/** Schools, classes and students take the same parameters: the call of the schools answers them all by `grain`. */
const params = {
  ...areaParam,
  ...schoolParam,
  ...classParam,
  ...groupParam,
  order: text('排序', { length: 12, help: 'composite 综合值，avg 平均分，bureau 固定顺序' }),
}
const grain = text('粒度', { length: 12, help: 'school 学校，class 班级，student 学生' })

const avgScore = mean('平均分')
const maxScore = score('最高分')
const unitNotes = [RANK_NOTE, '综合值按考试口径由均分与各率合成。', WITHHELD_NOTE]
const sortable = ['compositeRank', 'rankChange', 'avgScore', 'avgRank', 'maxScore']

/** 成绩排名：每单位一行，各科在列 */
export const scoreRank = defineReportFamily('scoreRank', {
  title: '成绩排名',
  over: UNITS,
  params: () => params,
  columns: (unit, level) => ({
    compositeRank: composite.compositeRank,
    ...rankBefore,
    ...unit,
    ...numbers,
    avgScore,
    avgRank: rank('名次'),
    maxScore,
    ...(level === 'class' && { avgRankInSchool: rank('校内名次') }),
    compositeScore: composite.compositeScore,
  }),
  pivot: { title: '科目', columns: { avgScore, avgRank: rank('名次') } },
  groups: { 总分: ['avgScore', 'avgRank', 'maxScore', 'avgRankInSchool'] },
  paged: true,
  chart: { kind: 'difference', y: ['avgScore'] },
  highlight: ['avgScore'],
  notes: [...unitNotes, `${CHANGE_NOTE}这里比的是综合名次。`],
  grains: {
    area: {
      name: 'scoreAreaRank',
      title: '县区成绩排名',
      path: 'report/getScoreAreaRank',
      sql: 'score-area-rank',
      params: { ...UNITS.area.params, order: params.order },
      columns: {
        avgRank: rank('名次'),
        ...UNITS.area.columns,
        schoolNum: integer('学校数'),
        ...numbers,
        avgScore,
        maxScore,
        ...composite,
      },
      groups: { 总分: ['avgScore', 'maxScore'] },
      sortable: ['avgRank', 'avgScore', 'compositeRank', 'studentNum'],
      fixed: ['avgRank', 'areaName'],
      notes: unitNotes,
    },
    school: {
      name: 'scoreRank',
      title: '成绩排名',
      path: 'report/getScoreRank',
      params: { ...params, grain },
      groups: { 总分: ['avgScore', 'avgRank', 'maxScore'] },
      sortable: [...sortable, 'studentNum'],
      fixed: ['compositeRank', 'areaName', 'schoolName'],
    },
    class: {
      title: '班级成绩排名',
      path: 'report/getScoreRankByClass',
      sortable: [...sortable, 'avgRankInSchool'],
      fixed: ['compositeRank', 'schoolName', 'className'],
    },
    student: {
      title: '学生成绩排名',
      path: 'report/getScoreRankByStudent',
      sql: 'score-rank-by-student',
      columns: {
        allRank: rank('联考名次'),
        areaRank: rank('县区名次'),
        schoolRank: rank('学校名次'),
        classRank: rank('班级名次'),
        groupRank: rank('组合名次'),
        ...rankBefore,
        studentNumber: text('考号'),
        studentCode: text('学籍号', { personal: 'studentCode' }),
        studentName: text('姓名'),
        ...classUnit,
        courseCombination: text('选科'),
        totalScore: score('总分'),
        tScore: mean('T分'),
        pr: mean('百分等级'),
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
      groups: { 总分名次: ['allRank', 'areaRank', 'schoolRank', 'classRank', 'groupRank', 'rankPrev', 'rankChange'] },
      chart: undefined,
      highlight: undefined,
      drill: { report: 'studentScore', params: { studentNumber: 'studentNumber' } },
      fixed: ['allRank', 'studentNumber', 'studentName'],
      notes: [
        '按联考名次、考号排列；没有总分的考生没有名次，排在最后。',
        '名次：高于本人者个数加一，同分同名次。',
        CHANGE_NOTE,
      ],
    },
  },
})
