import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dict, type Fields, flag, integer, json, paragraph, ref, score, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { mean } from './columns.ts'

/** Who and where the student was at the exam. */
const person = {
  examId: ref('考试', 'examInfo', { search: true, list: false }),
  studentNumber: text('考号', { search: true, length: 20 }),
  studentCode: text('学籍号', { search: 'equal', length: 24, personal: 'studentCode' }),
  studentName: text('姓名', { search: true, length: 50 }),
  areaCode: dict('县区', 'exam_area', { search: true, list: false }),
  areaName: text('县区名称'),
  schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, list: false }),
  schoolName: text('学校名称'),
  classCode: text('班级代码', { list: false, length: 40 }),
  examClass: text('班级', { search: true, length: 40 }),
}

const ranks = {
  allRank: integer('联考名次', { search: 'range' }),
  areaRank: integer('县区名次'),
  schoolRank: integer('学校名次'),
  classRank: integer('班级名次'),
  groupRank: integer('组合名次', { help: '在全部同选科组合的考生中；没有选科的按科类' }),
}

const counted = {
  scoreStatus: dict('分数状态', 'score_status', { numeric: true, search: true }),
  isCount: flag('计入统计', { list: false }),
}

/** A mark of one course beside the total. */
export interface CourseMark {
  courseName: string
  score: number | null
  /** Only where the course is assigned marks by levels. */
  levelName: string | null
  levelScore: number | null
  objectiveScore: number | null
  subjectiveScore: number | null
  schoolRank: number | null
  scoreStatus: number
}

const courses = json<CourseMark[]>('各科成绩', { list: true, sortable: false })

/** 学生总成绩：归档并计算之后的事实，取自考试的报表数据；改动一律走成绩更正。 */
export const scoreStudent = defineEntity('examScoreStudent', {
  title: '学生总成绩',
  service: 'bigdata-service',
  path: 'examscorestudent',
  fields: {
    ...person,
    artsScience: dict('科类', 'arts_science', { search: true, list: false }),
    courseCombination: text('选科', { isWorded: true, length: 20, list: false }),
    score: score('总分', { search: 'range' }),
    totalScore: score('原始总分'),
    levelTotalScore: score('赋分总分'),
    ...ranks,
    seqRank: integer('位次', { help: '总分相同的依次比较各科后的名次' }),
    rankPrev: integer('上次名次', { list: false }),
    rankChange: integer('升降'),
    percentile: mean('百分等级'),
    zScore: score('标准分', { scale: 2, list: false }),
    tScore: mean('T分'),
    courseNum: integer('科目数', { list: false }),
    absentCourseNum: integer('缺考科目数', { list: false }),
    ...counted,
    courses,
  },
})

/** Looked up for the page alone: nothing is put in order or found by them. */
const parts = {
  objectiveScore: score('客观分', { sortable: false }), // inferred
  subjectiveScore: score('主观分', { sortable: false }), // inferred
}

/** 学生单科成绩：每名考生每科一行。 */
export const scoreStudentCourse = defineEntity('examScoreStudentCourse', {
  title: '学生单科成绩',
  service: 'bigdata-service',
  path: 'examscorestudentcourse',
  fields: {
    ...person,
    courseName: text('科目', { isWorded: true, search: true, length: 20 }),
    score: score('分数', { search: 'range' }),
    levelName: text('等级', { search: true, length: 4 }),
    levelScore: score('赋分'),
    countScore: score('计入总分', { list: false }),
    ...parts,
    ...ranks,
    ...counted,
  },
})

const id = text('主键', { required: true })

const { courses: _listed, ...studentFields } = scoreStudent.fields
const student = { id, ...studentFields }
const { objectiveScore: _objective, subjectiveScore: _subjective, ...paperFields } = scoreStudentCourse.fields
const paper = { id, ...paperFields }

/** Where the policy of the exam tells bands, they stand here and the ranks are empty. */
const banded = { rankBand: text('名次段') } // inferred

/** Of a paper the corrected mark, of a student each course with both, that the next version of the reports will have. */
const corrected = { correction: text('待生效的更正') } // inferred

/** Without an order asked for: the best total first, the courses of a student in the order of the exam. */
const input = { examId: ref('考试', 'examInfo') }
const STUDENT = { access: { permission: 'examscorestudent_view' }, input, order: [] }
const COURSE = { access: { permission: 'examscorestudentcourse_view' }, input, order: [] }
const STUDENT_PATH = scoreStudent.paths[0] ?? ''
const COURSE_PATH = scoreStudentCourse.paths[0] ?? ''

export const scoreStudentList = defineList('examscorestudent.list', {
  ...STUDENT,
  path: `${STUDENT_PATH}/list`,
  title: '学生总成绩列表',
  fields: student,
  computed: { ...banded, ...corrected, courses },
})

/** 与列表相同的行；两个调用并存于本接口族。 */
export const scoreStudentLines = defineList('examscorestudent.listStudent', {
  ...STUDENT,
  path: `${STUDENT_PATH}/listStudent`,
  title: '学生各科成绩',
  fields: student,
  computed: { ...banded, ...corrected, courses },
})

export const scoreStudentDetail = defineCall('examscorestudent.detail', {
  method: 'GET',
  path: `${STUDENT_PATH}/detail`,
  title: '学生总成绩详情',
  access: STUDENT.access,
  input: { id },
  output: scoreStudentLines.output,
  answer: 'data',
})

const courseComputed = {
  ...banded,
  ...corrected,
  percentile: mean('百分等级'),
  zScore: mean('标准分'),
  tScore: mean('T分'),
  ...parts,
  teacherName: text('任课教师'),
  teacherCode: text('任课教师编号'),
}

export const scoreCourseList = defineList('examscorestudentcourse.list', {
  ...COURSE,
  path: `${COURSE_PATH}/list`,
  title: '学生单科成绩列表',
  fields: paper,
  computed: courseComputed,
})

/** 与列表相同的行；两个调用并存于本接口族。 */
export const scoreCourseLines = defineList('examscorestudentcourse.listStudent', {
  ...COURSE,
  path: `${COURSE_PATH}/listStudent`,
  title: '学生单科成绩',
  fields: paper,
  computed: courseComputed,
})

export const scoreCourseDetail = defineCall('examscorestudentcourse.detail', {
  method: 'GET',
  path: `${COURSE_PATH}/detail`,
  title: '学生单科成绩详情',
  access: COURSE.access,
  input: { id },
  output: scoreCourseList.output,
  answer: 'data',
})

const CORRECTS = { permission: 'examscorecorrection_add' }

/** 保存即申请成绩更正：原成绩取自归档，另一人批准后才改动。 */
export const scoreCourseSubmit = defineCall('examscorestudentcourse.submit', {
  method: 'POST',
  path: `${COURSE_PATH}/submit`,
  title: '申请更正单科成绩',
  access: CORRECTS,
  input: {
    examId: ref('考试', 'examInfo', { required: true }),
    studentNumber: text('考号', { required: true, length: 20 }),
    courseName: text('科目', { isWorded: true, required: true, length: 20 }),
    newScore: text('更正为', { required: true, length: 20, help: '分数，或缺考、作弊、违纪、缓考、免考' }), // inferred
    reason: paragraph('更正原因', { required: true, length: 500 }), // inferred
  },
  output: { correctionId: text('更正申请', { required: true }) }, // inferred
})

const IDS = { ids: text('主键', { length: 100_000 }) }
const EXAM = { examId: ref('考试', 'examInfo') }

const BY_MARKS = '总成绩由各科成绩合成，请在“学生单科成绩”里申请更正'
const BY_CORRECTION = '归档的成绩不能删除：请申请更正为缺考，或由考试管理人员撤销归档后修改导入的成绩'
const BY_UNARCHIVE = '归档的成绩不能直接清空：请由考试管理人员撤销成绩归档，再清空导入的成绩'

function refused(base: string, action: string, title: string, input: Fields, way: string) {
  const name = `${base.slice(base.lastIndexOf('/') + 1)}.${action}`
  const path = `${base}/${action}`
  return { call: defineCall(name, { method: 'POST', path, title, access: CORRECTS, input, answer: 'status' }), way }
}

/** The archive is never edited by hand: each of these answers with the way that leads to what was meant. */
export const archiveRefusals = [
  refused(STUDENT_PATH, 'submit', '保存总成绩', EXAM, BY_MARKS),
  refused(STUDENT_PATH, 'remove', '删除总成绩', IDS, BY_CORRECTION),
  refused(STUDENT_PATH, 'delAllByExamId', '清空总成绩', EXAM, BY_UNARCHIVE),
  refused(COURSE_PATH, 'remove', '删除单科成绩', IDS, BY_CORRECTION),
  refused(COURSE_PATH, 'delAllByExamId', '清空单科成绩', EXAM, BY_UNARCHIVE),
]

export const scoreFactCalls = [
  scoreStudentList,
  scoreStudentLines,
  scoreStudentDetail,
  scoreCourseList,
  scoreCourseLines,
  scoreCourseDetail,
  scoreCourseSubmit,
  ...archiveRefusals.map(({ call }) => call),
]
