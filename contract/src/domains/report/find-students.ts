import { defineCall } from '../../kit/call.ts'
import { integer, score, text } from '../../kit/field.ts'

/**
 * 全局搜索的学生一栏: students of every exam the user may read, the newest first.
 * A student is found by name, number or code, whichever of the three fits. // inferred
 */
export const findStudents = defineCall('examscorestudent.queryStudentScore', {
  method: 'GET',
  path: '/api/bigdata-service/examscorestudent/queryStudentScore',
  title: '搜索学生成绩',
  access: { permission: 'studentscore_view' },
  answer: 'page',
  input: {
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 200 }),
    studentName: text('姓名', { length: 50 }),
    studentNumber: text('考号', { length: 20 }),
    studentCode: text('学籍号', { length: 24 }),
    examGrade: text('年级', { isWorded: true, length: 20 }),
    schoolName: text('学校名称', { length: 50 }),
    areaName: text('县区名称', { length: 50 }),
  },
  output: {
    examId: text('考试'),
    examName: text('考试名称'),
    examGrade: text('年级', { isWorded: true }),
    areaName: text('县区'),
    schoolCode: text('学校'),
    schoolName: text('学校名称'),
    className: text('班级'),
    studentNumber: text('考号'),
    studentCode: text('学籍号', { personal: 'studentCode' }),
    studentName: text('姓名'),
    score: score('总分'),
  },
})
