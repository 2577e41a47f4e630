import { defineCall } from '../../kit/call.ts'
import { date, integer, percent, ref, text } from '../../kit/field.ts'
import { mean } from './columns.ts'

/** 首页、大屏：自己所在单位在最近一次或指定的一次已发布考试里的总分与各科；没有发布过的考试时为空。 */
export const lastExam = defineCall('statistics.lastExam', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/lastExam', // inferred
  title: '最近一次考试',
  access: { permission: 'onescoretworatebrief_view' },
  input: {
    examId: ref('考试', 'examInfo', { help: '要看的那一次；不填为最近一次' }), // inferred
  },
  output: {
    examId: text('考试', { required: true }),
    examName: text('考试名称', { required: true }),
    beginDate: date('考试日期'),
    unitName: text('单位名称', { required: true }),
    areaCode: text('县区'),
    schoolCode: text('学校'),
    classCode: text('班级'),
    planNum: integer('应考'),
    studentNum: integer('实考'),
    avgScore: mean('平均分'),
    diffAvg: mean('离均差'),
    passRate: percent('及格率'),
    excellentRate: percent('优秀率'),
    avgRank: integer('名次'),
    rankBand: text('名次段'), // inferred
    unitNum: integer('单位数'),
    rankPrev: integer('上次名次'),
    examPrev: text('上次考试'),
    strongest: text('最强科目'),
    strongestRate: percent('最强科目超均率'),
    weakest: text('最弱科目'),
    weakestRate: percent('最弱科目超均率'),
  },
  answer: 'list',
})
