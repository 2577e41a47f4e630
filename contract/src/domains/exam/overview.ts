import { defineCall } from '../../kit/call.ts'
import { integer, json } from '../../kit/field.ts'

export interface OverviewArea {
  areaCode: string
  areaName: string
  schoolNum: number
  studentNum: number
}

export interface OverviewExam {
  examId: string
  examName: string
  /** `yyyy-MM-dd` */
  beginDate: string
  examStatus: number
  studentNum: number | null
  schoolNum: number | null
}

export interface OverviewStatus {
  examStatus: number
  num: number
}

/** 总览：the numbers of what the caller may see, for the dashboard and the big screen. // inferred */
export const overview = defineCall('statistics.all', {
  method: 'GET',
  path: '/api/bigdata-service/statistics/all',
  title: '数据总览',
  access: 'signedIn',
  /** Narrows exams and marks; schools and people are those of today. */
  input: { studyYear: integer('学年', { min: 1900, max: 2999 }) },
  output: {
    areaNum: integer('县区数'),
    schoolNum: integer('学校数'),
    classNum: integer('班级数'),
    studentNum: integer('学生数'),
    teacherNum: integer('教师数'),
    examNum: integer('考试数'),
    scoreNum: integer('归档成绩数'),
    areas: json<OverviewArea[]>('各县区'),
    exams: json<OverviewExam[]>('最近的考试'),
    statuses: json<OverviewStatus[]>('各状态的考试数'),
  },
})
