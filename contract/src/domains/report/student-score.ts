import { date, flag, integer, ref, score, text } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import { areaParam, CHANGE_NOTE, classUnit, levelCells, mean, rank, rankBefore, schoolParam } from './columns.ts'

/** 学生成绩查询：一次考试或历次考试，近的在前 */
export const studentScore = defineReport('studentScore', {
  title: '学生成绩查询',
  path: 'statistics/queryStudentScore',
  params: {
    examId: ref('考试', 'examInfo'),
    studentCode: text('学籍号', { length: 24, personal: 'studentCode' }),
    studentName: text('姓名', { length: 50 }),
    studentNumber: text('考号', { length: 20 }),
    ...areaParam,
    ...schoolParam,
    history: flag('历次考试', { help: '从所选考试中的这名考生出发，列出其全部考试' }),
  },
  // Who, of which class, how many marks, which place: before all else.
  columns: {
    studentName: text('姓名'),
    className: classUnit.className,
    totalScore: score('总分'),
    allRank: rank('联考名次'),
    areaRank: rank('县区名次'),
    schoolRank: rank('学校名次'),
    classRank: rank('班级名次'),
    groupRank: rank('组合名次'),
    ...rankBefore,
    tScore: mean('T分'),
    pr: mean('百分等级'),
    examName: text('考试'),
    beginDate: date('考试日期'),
    schoolName: classUnit.schoolName,
    areaName: classUnit.areaName,
    studentNumber: text('考号'),
    studentCode: text('学籍号', { personal: 'studentCode' }),
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
  grain: 'student',
  paged: true,
  drill: { report: 'studentScore', params: { examId: 'examId', studentNumber: 'studentNumber' } },
  fixed: ['studentName', 'className'],
  notes: ['T分 = 50 + 10 ×（总分 − 联考均分）÷ 标准差；不同考试之间请比较T分或百分等级，不比较原始分。', CHANGE_NOTE],
})
