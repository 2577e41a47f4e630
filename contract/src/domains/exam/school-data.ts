import { defineCall } from '../../kit/call.ts'
import { dict, flag, integer, json, ref, text } from '../../kit/field.ts'
import type { CourseData } from './exam-check.ts'

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
    planNum: integer('应考'),
    importNum: integer('名单人数'),
    archivedNum: integer('归档人数'),
    missingNum: integer('缺成绩'),
    errorNum: integer('错误'),
    teacherNum: integer('任课教师'),
    lastTime: text('最近更新'),
    isWhole: flag('齐全'),
    linkMan: text('联系人'),
    phone: text('联系电话', { personal: 'phone' }),
    courses: json<CourseData[]>('各科'),
  },
  answer: 'list',
})
