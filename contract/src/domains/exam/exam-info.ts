import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { type Row, date, dict, flag, integer, json, paragraph, percent, ref, score, text } from '../../kit/field.ts'
import type { CheckOutcome, CompletenessCell } from './exam-check.ts'
import type { DisclosurePolicy } from './disclosure.ts'
import type { ExamRule } from './exam-rule.ts'

/** 考试：一个年级一个科类的一次考试。 */
export const examInfo = defineEntity('examInfo', {
  title: '考试信息',
  service: 'bigdata-service',
  limited: true,
  path: 'examinfo',
  fields: {
    examName: text('考试名称', { required: true, search: true, length: 100 }),
    examCode: text('考试编码', { length: 32, list: false }), // inferred
    examYear: integer('考试年份', { required: true, search: true, min: 1900, max: 2999 }), // inferred
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 }),
    term: dict('学期', 'term', { required: true, numeric: true }), // inferred
    stage: dict('学段', 'stage', { required: true, list: false }), // inferred
    gradeCode: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    enterYear: integer('入学年份', { min: 1900, max: 2999, list: false, editable: 'never' }), // inferred
    examType: dict('考试类型', 'exam_type', { required: true, search: true }), // inferred
    examMode: dict('考试模式', 'exam_mode', { required: true }), // inferred
    artsScience: dict('科类', 'arts_science', { required: true, default: '0' }), // inferred
    beginDate: date('开始日期', { required: true }), // inferred
    endDate: date('结束日期', { required: true, list: false }), // inferred
    prevExamId: ref('对比考试', 'examInfo', { list: false, help: '报表的上次名次与升降以这次考试已发布的报表为准' }), // inferred
    areaCodes: dict('联考区县', 'exam_area', { required: true, multiple: true, list: false }), // inferred
    /** With a mark in any course: 实考 of a report counts one course, or those with a total. */
    studentNum: integer('有成绩人数', { editable: 'never' }), // inferred
    schoolNum: integer('学校数', { editable: 'never' }), // inferred
    courseNum: integer('科目数', { editable: 'never' }), // inferred
    ruleJson: json<ExamRule>('统计口径', { editable: 'never' }), // inferred
    /** Nothing: the default of the stage. */
    disclosureJson: json<DisclosurePolicy>('披露规则', { editable: 'never' }), // inferred
    examStatus: dict('状态', 'exam_status', {
      numeric: true,
      search: true,
      editable: 'never',
      default: 0,
    }),
    dataVersion: integer('数据修订', { editable: 'never', list: false, default: 0 }), // inferred
    factsVersion: integer('成绩修订', { editable: 'never', list: false, default: 0 }), // inferred
    packageVersion: integer('报表版本', { editable: 'never', list: false, default: 0 }), // inferred
    packageDataVersion: integer('报表的数据修订', { editable: 'never', list: false, default: 0 }), // inferred
    isSealed: flag('封存', { editable: 'never', list: false, default: 0 }),
    sort: integer('排序', { default: 0, list: false }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['examName', 'studyYear', 'gradeCode', 'artsScience']],
  order: ['-beginDate', '-createTime'],
  actions: ['update', 'listall', 'select'],
})

/** 考试科目。 */
export interface ExamCourse {
  courseName: string
  /** Further names the course has in workbook headers: 英语 for 外语. */
  courseAlias: string[]
  /** Full mark. */
  examScore: number
  isInTotal: number
  sort: number
  /** Fixed thresholds in marks; null: by the shares of the rule. */
  excellentScore: number | null
  goodScore: number | null
  passScore: number | null
  lowScore: number | null
}

export const courseFields = {
  courseName: text('科目', { isWorded: true, required: true, length: 20 }),
  courseAlias: json<string[]>('别名'),
  examScore: score('满分', { required: true, min: 1, max: 1000 }),
  isInTotal: flag('计入总分', { default: 1 }),
  sort: integer('排序'),
  excellentScore: score('优秀线'),
  goodScore: score('良好线'),
  passScore: score('及格线'),
  lowScore: score('低分线'),
}

const BASE = '/api/bigdata-service/examinfo'
const examId = ref('考试', 'examInfo', { required: true })
const view = { permission: 'examinfo_view' }
const edit = { permission: 'examinfo_edit' }

export const findExamYear = defineCall('examInfo.findExamYear', {
  method: 'GET',
  path: `${BASE}/findExamYear`,
  title: '考试年份',
  access: view,
  output: { year: integer('年份') },
  answer: 'list',
})

export const findSchoolYear = defineCall('examInfo.findSchoolYear', {
  method: 'GET',
  path: `${BASE}/findSchoolYear`,
  title: '学年',
  access: view,
  output: { year: integer('学年') },
  answer: 'list',
})

export const getExamCourseList = defineCall('examInfo.getExamCourseList', {
  method: 'GET',
  path: `${BASE}/getExamCourseList`,
  title: '考试科目',
  access: 'signedIn',
  input: { examId },
  output: {
    courseId: integer('科目编号', { required: true }),
    ...courseFields,
    hasQuestions: flag('有归档的小题分', { required: true }),
  },
  answer: 'list',
})

export const submitCourse = defineCall('examInfo.submitCourse', {
  method: 'POST',
  path: `${BASE}/submitCourse`,
  title: '保存考试科目',
  access: edit,
  input: {
    examId,
    courses: json<ExamCourse[]>('科目', { shape: 'rows', required: true, message: '请至少设置一个科目' }),
  },
  answer: 'status',
})

export const getExamScore = defineCall('examCourse.getExamScore', {
  method: 'GET',
  path: '/api/bigdata-service/examcourse/getExamScore',
  title: '科目满分',
  access: 'signedIn',
  input: { examId },
  output: { courseName: text('科目', { isWorded: true }), examScore: score('满分') },
  answer: 'list',
})

/** 统计口径整体保存（新调用）。 */
export const saveRule = defineCall('examInfo.saveRule', {
  method: 'POST',
  path: `${BASE}/saveRule`,
  title: '保存统计口径',
  access: edit,
  input: { examId, ruleJson: json<ExamRule>('统计口径', { shape: 'row', required: true }) },
  answer: 'status',
})

export const examSchoolFields = {
  schoolCode: text('学校代码', { required: true, length: 18 }),
  schoolName: text('学校'),
  areaCode: dict('县区', 'exam_area'),
  isJoin: flag('参加', { default: 1 }),
  isInReport: flag('进入报表', { default: 1 }),
  isBaseline: flag('基准校', { default: 0, help: '标明作为比较基准的学校，不影响统计' }), // inferred
  schoolGroup: dict('类别', 'school_group'),
  planNum: integer('应考人数'),
  studentNum: integer('有成绩人数'),
  /** Of the school year of the exam, as the register has it; saved there. */
  studentBaseNum: integer('学生基数'), // inferred
  sort: integer('排序'),
}

export const findSchoolByExamId = defineCall('examInfo.findSchoolByExamId', {
  method: 'GET',
  path: `${BASE}/findSchoolByExamId`,
  title: '参考学校',
  access: view,
  input: { examId },
  output: examSchoolFields,
  answer: 'list',
})

export const saveSchoolParam = defineCall('examInfo.saveSchoolParam', {
  method: 'POST',
  path: `${BASE}/saveSchoolParam`,
  title: '保存参考学校',
  access: edit,
  input: { examId, schools: json<Record<string, unknown>[]>('学校', { shape: 'rows', required: true }) },
  answer: 'status',
})

export const saveProcessItem = defineCall('examInfo.saveProcessItem', {
  method: 'POST',
  path: `${BASE}/saveProcessItem`,
  title: '保存处理项',
  access: edit,
  input: { examId, processingItem: text('处理项', { required: true, length: 4000 }) },
  answer: 'status',
})

/** One row of 数据进度. */
export const progressFields = {
  examId: ref('考试', 'examInfo', { required: true }),
  taskCode: text('任务编码', { required: true }),
  taskName: text('任务名称', { required: true }),
  taskTypes: text('任务类型', { required: true }),
  dependTaskCodes: json<string[]>('前置任务', { required: true }),
  isFinished: flag('已完成', { required: true }),
  taskState: dict('任务状态', 'task_state', { numeric: true, required: true }),
  doneNum: integer('已处理', { required: true }),
  totalNum: integer('总数', { required: true }),
  percent: percent('完成率', { required: true }),
  startTime: text('开始时间', { required: true }),
  endTime: text('结束时间', { required: true }),
  costMs: integer('耗时(毫秒)', { required: true }),
  message: text('说明', { required: true }),
  sort: integer('排序', { required: true }),
  isOptional: flag('可不选', { required: true, help: '考试可以不做的任务' }),
  isChosen: flag('已选', { required: true }),
}

export type ProgressTask = Row<typeof progressFields>

export const getListDataProgress = defineCall('examInfo.getListDataProgress', {
  method: 'GET',
  path: `${BASE}/getListDataProgress`,
  title: '数据进度',
  access: view,
  input: { examId },
  output: progressFields,
  answer: 'list',
})

/** Starts every enabled task; answers `{ jobId }`. */
export const execDataProgress = defineCall('examInfo.execDataProgress', {
  method: 'POST',
  path: `${BASE}/execDataProgress`,
  title: '开始计算',
  access: { permission: 'examinfo_process' },
  input: { examId },
  output: { jobId: text('任务') },
})

export const execPackageExam = defineCall('examInfo.execPackageExam', {
  method: 'POST',
  path: `${BASE}/execPackageExam`,
  title: '生成报表',
  access: { permission: 'examinfo_package' },
  input: { examId },
  output: { jobId: text('任务') },
})

const publishRight = { permission: 'examinfo_publish' }

export const publishExam = defineCall('examInfo.publishExam', {
  method: 'POST',
  path: `${BASE}/publishExam`,
  title: '发布',
  access: publishRight,
  input: { examId },
  answer: 'status',
})

export const withdrawExam = defineCall('examInfo.withdrawExam', {
  method: 'POST',
  path: `${BASE}/withdrawExam`,
  title: '撤回发布',
  access: publishRight,
  input: { examId },
  answer: 'status',
})

/** 封存或解封；解封须写明原因。 */
export const sealExam = defineCall('examInfo.sealExam', {
  method: 'POST',
  path: `${BASE}/sealExam`,
  title: '封存',
  access: publishRight,
  input: { examId, isSealed: flag('封存', { required: true }), reason: paragraph('原因', { length: 200 }) },
  answer: 'status',
})

/** What the last checks of list and marks found: the matrix school × course. */
export const findCompleteness = defineCall('examInfo.findCompleteness', {
  method: 'GET',
  path: `${BASE}/findCompleteness`, // inferred
  title: '学校与科目的数据',
  access: view,
  input: { examId },
  output: {
    checks: json<CheckOutcome[]>('最近校验', { required: true }),
    matrix: json<CompletenessCell[]>('学校与科目', { required: true }),
  },
})

/** Why an archive is taken back. */
export const unarchiveReason = paragraph('撤销归档的原因', { required: true, length: 200 })

/** Shared by the calls that act on everything of one exam. */
export const examCallInput = { examId }
