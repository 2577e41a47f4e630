import { BACKGROUND_INPUT } from '../../derive/crud-calls.ts'
import { defineCall } from '../../kit/call.ts'
import { integer, ref, score, text } from '../../kit/field.ts'
import { defineReport } from '../../kit/report.ts'
import { areaParam, classParam, classUnit, levelCells, rank, rankBefore, schoolParam } from './columns.ts'

const units = { ...areaParam, ...schoolParam, ...classParam }

/** What stands in a score book: one student per line, best of the class first. */
export const scoreBook = defineReport('scoreBook', {
  title: '成绩册',
  path: 'statistics/exportStudentScore',
  params: units,
  columns: {
    classRank: rank('班级名次'),
    studentNumber: text('考号'),
    studentCode: text('学籍号', { personal: 'studentCode' }),
    studentName: text('姓名'),
    ...classUnit,
    totalScore: score('总分'),
    schoolRank: rank('学校名次'),
    areaRank: rank('县区名次'),
    allRank: rank('联考名次'),
    ...rankBefore,
  },
  pivot: {
    title: '科目',
    columns: {
      score: score('分数'),
      ...levelCells,
      schoolRank: rank('校次'),
      status: integer('状态', { list: false }),
    },
  },
  groups: { 总分名次: ['schoolRank', 'areaRank', 'allRank', 'rankPrev', 'rankChange'] },
  grain: 'student',
  fixed: ['classRank', 'studentNumber', 'studentName'],
})

/** 成绩册：县区、学校或班级的考生，每班一张工作表 */
export const exportStudentScore = defineCall('statistics.exportStudentScore', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/exportStudentScore',
  title: '导出成绩册',
  access: { permission: 'studentscore_view' },
  input: {
    examId: ref('考试', 'examInfo', { required: true }),
    ...units,
    hidden: text('不导出的列', { length: 10_000, help: '列的键，逗号分隔' }),
    reason: text('导出理由', { length: 200 }),
    ...BACKGROUND_INPUT,
  },
  answer: 'file',
  stepUp: true,
})
