import { BACKGROUND_INPUT } from '../../../derive/crud-calls.ts'
import { defineCall } from '../../../kit/call.ts'
import { type Fields, dict, flag, integer, json, ref, score, text } from '../../../kit/field.ts'
import { unarchiveReason } from '../exam-info.ts'
import type { KnowledgePoint } from '../paper/paper-question.ts'

const BASE = '/api/bigdata-service/examScoreStudentCourseQuestion'
const view = { permission: 'examscorestudentcoursequestion_view' }
const edit = { permission: 'examscorestudentcoursequestion_edit' }
const remove = { permission: 'examscorestudentcoursequestion_delete' }
const examId = ref('考试', 'examInfo', { required: true })
const courseName = text('科目', { isWorded: true, required: true, length: 20 })
const id = text('主键', { required: true, length: 120 })
const jobId = { jobId: text('任务') }
const removed = { removed: integer('删除条数', { required: true }) }

const page = { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 1000 }) }

/** Who is asked for; every value narrows what the reader may see anyway. */
const asked = {
  studentNumber: text('考号', { length: 20 }),
  studentName: text('姓名', { length: 50 }),
  schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' }),
  classCode: text('班级代码', { length: 40 }),
}

/** Whose marks they are, as the exam knows him. */
const person = {
  examId: text('考试', { required: true }),
  studentNumber: text('考号', { required: true }),
  studentCode: text('学籍号', { personal: 'studentCode' }),
  studentName: text('姓名', { required: true }),
  areaCode: text('县区代码', { required: true }),
  areaName: text('县区', { required: true }),
  schoolCode: text('学校代码', { required: true }),
  schoolName: text('学校', { required: true }),
  examGrade: text('年级'),
  classCode: text('班级代码'),
  examClass: text('班级', { required: true }),
}

const mark = {
  paperCode: text('试卷', { required: true }),
  questionNo: text('题号', { required: true }),
  questionId: integer('题目编号'),
  questionScore: score('分值'),
  score: score('得分'),
  answer: text('作答'),
}

const line = { id, courseName, ...person, ...mark } satisfies Fields

/** 一科的小题分，一人一题一行；先按题号，可按得分排序。 */
export const questionScoreList = defineCall('examScoreStudentCourseQuestion.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '小题分列表',
  access: view,
  // inferred: millions of rows are read one course at a time
  input: {
    examId,
    courseName,
    ...asked,
    questionNo: text('题号', { length: 20 }),
    isFull: flag('只看满分'),
    isZero: flag('只看零分'),
    ...page,
    ascs: text('升序', { length: 200 }),
    descs: text('降序', { length: 200 }),
  },
  output: line,
  answer: 'page',
})

export const questionScoreDetail = defineCall('examScoreStudentCourseQuestion.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '小题分详情',
  access: view,
  input: { id },
  output: line,
})

/** One mark of a student in the wide table. */
export interface QuestionCell {
  score: number | null
  answer: string | null
}

/** 宽表：一名考生一行，一题一列；`questions` 是各列。 */
export const getQuestionScoreList = defineCall('examScoreStudentCourseQuestion.getQuestionScoreList', {
  method: 'GET',
  path: `${BASE}/getQuestionScoreList`,
  title: '小题分宽表',
  access: view,
  input: { examId, courseName, ...asked, ...page },
  output: {
    ...person,
    paperCode: text('试卷', { required: true }),
    total: score('合计'),
    cells: json<Record<string, QuestionCell>>('各题', { required: true }),
  },
  answer: 'page',
})

/** 列表或宽表的全部页，一个工作簿；有学生姓名，须填写理由并记入操作日志。 */
export const exportQuestionScores = defineCall('examScoreStudentCourseQuestion.export', {
  method: 'GET',
  path: `${BASE}/export`, // inferred
  title: '导出小题分',
  access: view,
  input: {
    examId,
    courseName,
    ...asked,
    questionNo: text('题号', { length: 20 }),
    isFull: flag('只看满分'),
    isZero: flag('只看零分'),
    isWide: flag('一人一行'),
    ascs: text('升序', { length: 200 }),
    descs: text('降序', { length: 200 }),
    reason: text('导出理由', { length: 200 }),
    ...BACKGROUND_INPUT,
  },
  answer: 'file',
  stepUp: true,
})

/** 各科小题分到了哪一步；没有试卷题目的科目不在其中。导入数据的学校在发布之前看到各科目和本校的人数。 */
export const questionCourses = defineCall('examScoreStudentCourseQuestion.getCourseList', {
  method: 'GET',
  path: `${BASE}/getCourseList`, // inferred
  title: '各科小题分',
  access: view,
  input: { examId },
  output: {
    courseName,
    questions: json<{ questionNo: string; questionScore: number; paperCode: string }[]>('小题', { required: true }),
    rowNum: integer('条数', { required: true }),
    studentNum: integer('考生数', { required: true }),
    isArchived: flag('已归档', { required: true }),
  },
  answer: 'list',
})

/** 修改或补一条尚未归档的小题分。 */
export const submitQuestionScore = defineCall('examScoreStudentCourseQuestion.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存小题分',
  access: edit,
  input: {
    examId,
    courseName,
    studentNumber: text('考号', { required: true, length: 20 }),
    questionNo: text('题号', { required: true, length: 20 }),
    score: score('得分', { min: 0, max: 1000, help: '留空表示没有作答' }),
    answer: text('作答', { length: 20 }),
  },
  answer: 'status',
})

export const removeQuestionScores = defineCall('examScoreStudentCourseQuestion.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除小题分',
  access: remove,
  input: { ids: text('主键', { required: true, length: 100_000 }) },
  output: removed,
})

/** 删除一科里这些考生的小题分，须输入考试名称。 */
export const removeByStudentNumber = defineCall('examScoreStudentCourseQuestion.removeByStudentNumber', {
  method: 'POST',
  path: `${BASE}/removeByStudentNumber`,
  title: '删除考生的小题分',
  access: remove,
  input: {
    examId,
    courseName,
    studentNumbers: text('考号', { required: true, length: 100_000 }),
    examName: text('考试名称'), // inferred: confirmed by the name of the exam
  },
  output: removed,
})

/** 清空一场考试或其中一科的小题分，须输入考试名称；相关批次不能再撤销。 */
export const deleteQuestionScores = defineCall('examScoreStudentCourseQuestion.foreverDelete', {
  method: 'POST',
  path: `${BASE}/foreverDelete`,
  title: '清空小题分',
  access: remove,
  // inferred: of one exam, confirmed by its name
  input: { examId, examName: text('考试名称'), courseName: text('科目', { isWorded: true, length: 20 }) },
  output: removed,
})

export const checkQuestionScores = defineCall('examScoreStudentCourseQuestion.checkByExamId', {
  method: 'POST',
  path: `${BASE}/checkByExamId`, // inferred
  title: '校验小题分',
  access: { permission: 'examinfo_check' },
  input: { examId },
  output: jobId,
})

export const archiveQuestionScores = defineCall('examScoreStudentCourseQuestion.archiveByExamId', {
  method: 'POST',
  path: `${BASE}/archiveByExamId`, // inferred
  title: '归档小题分',
  access: { permission: 'examinfo_archive' },
  input: { examId },
  output: jobId,
})

export const unarchiveQuestionScores = defineCall('examScoreStudentCourseQuestion.unarchiveByExamId', {
  method: 'POST',
  path: `${BASE}/unarchiveByExamId`, // inferred
  title: '撤销小题分归档',
  access: { permission: 'examinfo_unarchive' },
  input: { examId, reason: unarchiveReason },
  answer: 'status',
})

/** 一名考生一科的各小题，对照班级、学校与联考；失分最多的在前。人数少于考试披露规则的班级、学校与联考不给出得分率，除去本单位后不足的也不给出。 */
export const queryStudentQuestionScore = defineCall('examscorestudentcourse.queryStudentQuestionScore', {
  method: 'GET',
  path: '/api/bigdata-service/examscorestudentcourse/queryStudentQuestionScore',
  title: '考生小题分',
  access: view,
  input: { examId, courseName, studentNumber: text('考号', { required: true, length: 20 }) },
  output: {
    ...person,
    questionNo: text('题号', { required: true }),
    questionType: dict('题型', 'question_type'),
    full: score('分值', { required: true }),
    score: score('得分'),
    rate: score('得分率', { scale: 4 }),
    classRate: score('班级得分率', { scale: 4 }),
    schoolRate: score('学校得分率', { scale: 4 }),
    allRate: score('联考得分率', { scale: 4 }),
    knowledge: json<KnowledgePoint[]>('知识点', { required: true }),
    answer: text('作答'),
    key: text('答案'),
  },
  answer: 'list',
})

export const questionCalls = [
  questionScoreList,
  questionScoreDetail,
  getQuestionScoreList,
  exportQuestionScores,
  questionCourses,
  submitQuestionScore,
  removeQuestionScores,
  removeByStudentNumber,
  deleteQuestionScores,
  checkQuestionScores,
  archiveQuestionScores,
  unarchiveQuestionScores,
  queryStudentQuestionScore,
]
