import { defineCall } from '../../kit/call.ts'
import { dict, flag, integer, json, ref, text } from '../../kit/field.ts'
import type { CourseData } from './exam-check.ts'

/** What is there of a school or of all of them in an area, and what is not. */
const counts = {
  planNum: integer('应考'),
  importNum: integer('名单人数'),
  archivedNum: integer('归档人数'),
  missingNum: integer('缺成绩'),
  errorNum: integer('错误'),
  teacherNum: integer('任课教师'),
  lastTime: text('最近更新'),
  isWhole: flag('齐全'),
}
const courses = json<CourseData[]>('各科')

/** 考试各县区的数据是否齐全：看得到的参考学校合计 */
export const examSummary = defineCall('statistics.summaryOperData', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/summaryOperData',
  title: '数据完整性',
  access: { permission: 'examinfo_view' },
  input: { examId: ref('考试', 'examInfo', { required: true }) },
  output: {
    areaCode: dict('县区', 'exam_area'),
    areaName: text('县区'),
    schoolNum: integer('参考学校'),
    wholeNum: integer('齐全学校'),
    ...counts,
    courses,
  },
  answer: 'list',
})

/** 县区各学校的数据是否齐全：名单、成绩、任课教师，及联系人 */
export const examSummaryArea = defineCall('statistics.summaryOperDataArea', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/summaryOperDataArea',
  title: '各学校数据完整性',
  access: { permission: 'examinfo_view' },
  input: {
    examId: ref('考试', 'examInfo', { required: true }),
    areaCode: dict('县区', 'exam_area', { required: true }),
  },
  output: {
    schoolCode: text('学校代码'),
    schoolName: text('学校'),
    areaCode: dict('县区', 'exam_area'),
    ...counts,
    linkMan: text('联系人'),
    phone: text('联系电话', { personal: 'phone' }),
    courses,
  },
  answer: 'list',
})

/** Why a school is late: no list, a short list, marks missing, errors to be mended. */
export type LateReason = 'roster' | 'short' | 'missing' | 'error'

export interface LateSchool {
  schoolCode: string
  schoolName: string
  areaName: string
  reason: LateReason
  /** Students or marks; 0 where there is no list. */
  num: number
}

/** 首页：尚未归档的考试里，哪些学校的名单、成绩还没有齐；只看得到自己负责的学校。 */
export const waitingExams = defineCall('statistics.waitingExams', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/waitingExams', // inferred
  title: '考试待报送情况',
  access: { permission: 'examinfo_view' },
  output: {
    examId: text('考试', { required: true }),
    examName: text('考试名称', { required: true }),
    schoolNum: integer('参考学校', { required: true }),
    lateNum: integer('未齐学校', { required: true }),
    schools: json<LateSchool[]>('未齐的学校'),
  },
  answer: 'list',
})
