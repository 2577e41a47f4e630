import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, json, ref, score, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { unarchiveReason } from './exam-info.ts'

const mark = (label: string, most: number) => score(label, { min: 0, max: most, list: false })

/** 高考成绩：每名考生每年一行；归档后锁定。 */
export const examScoreHighExam = defineEntity('examScoreHighExam', {
  title: '高考成绩',
  service: 'bigdata-service',
  path: 'examscorehighexam',
  fields: {
    candidateNumber: text('考生号', { required: true, search: 'equal', length: 20 }),
    examYear: integer('高考年份', { required: true, search: true, min: 1977, max: 2999 }),
    admissionNumber: text('准考证号', { length: 20, list: false }), // inferred
    examId: ref('考试', 'examInfo', { search: true, list: false }),
    studentCode: text('学籍号', { length: 24, list: false, search: 'equal', personal: 'studentCode' }), // inferred
    studentName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }), // inferred
    classCode: text('班级代码', { length: 40, list: false }), // inferred
    examClass: text('班级', { length: 40 }), // inferred
    artsScience: dict('科类', 'arts_science', { search: true }), // inferred
    courseCombination: text('选科', { isWorded: true, length: 20, list: false }), // inferred
    yuwen: mark('语文', 150), // inferred
    shuxue: mark('数学', 150), // inferred
    waiyu: mark('外语', 150), // inferred
    firstCourseScore: mark('首选科目分', 100), // inferred
    secondCourse1: text('再选科目一', { isWorded: true, length: 10, list: false }), // inferred
    secondScore1: mark('再选科目一分', 100), // inferred
    secondCourse2: text('再选科目二', { isWorded: true, length: 10, list: false }), // inferred
    secondScore2: mark('再选科目二分', 100), // inferred
    totalScore: score('总分', { required: true, min: 0, max: 900, search: 'range' }), // inferred
    bonusScore: score('政策加分', { min: 0, max: 100 }), // inferred
    finalScore: score('投档分', { editable: 'never' }), // inferred
    provinceRank: integer('位次', { min: 1, max: 9_999_999 }), // inferred
    onlinePeriod: text('上线批次', { length: 30 }), // inferred
    artType: text('艺术类别', { length: 20, list: false }), // inferred
    artScore: score('专业分', { min: 0, max: 500, list: false }), // inferred
    artRank: integer('专业位次', { min: 1, max: 9_999_999, list: false }), // inferred
    admitBatch: text('录取批次', { length: 30, list: false }), // inferred
    admitSchool: text('录取院校', { length: 100, list: false }), // inferred
    admitMajor: text('录取专业', { length: 100, list: false }), // inferred
    checkStatus: dict('校验', 'check_status', { numeric: true, default: 0, editable: 'never', search: true }), // inferred
    checkMsg: json<HighExamFault[]>('校验信息', { editable: 'never' }), // inferred
    archiveStatus: flag('已归档', { default: 0, editable: 'never', search: true }), // inferred
  },
  unique: [['examYear', 'candidateNumber']],
  importKey: ['examYear', 'candidateNumber'],
  order: ['-examYear', 'provinceRank', 'candidateNumber'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** What the check found in a row; an error keeps its year from the archive, a warning wants a yes. */
export interface HighExamFault {
  code: string
  level: 'error' | 'warning'
  text: string
}

const BASE = examScoreHighExam.paths[0] ?? ''
const VIEW = { permission: 'examscorehighexam_view' }
const ARCHIVE = { permission: 'examscorehighexam_archive' }

/** Whose rows: of one exam, or of one year. */
const whose = {
  examId: ref('考试', 'examInfo'),
  examYear: integer('高考年份', { min: 1, max: 2999 }), // inferred
}

export const highExamListStudent = defineList('examScoreHighExam.listStudent', {
  path: `${BASE}/listStudent`,
  title: '高考考生成绩',
  access: VIEW,
  fields: listRowFields(examScoreHighExam),
  order: ['-examYear', 'provinceRank', 'candidateNumber'],
})

/** 删除一次考试或一年的高考成绩；须输入考试名称或年份确认，已归档的不能清空。 */
export const highExamClear = defineCall('examScoreHighExam.delAllByExamId', {
  method: 'POST',
  path: `${BASE}/delAllByExamId`,
  title: '清空高考成绩',
  access: { permission: 'examscorehighexam_delete' },
  input: { ...whose, confirmText: text('确认', { length: 100, help: '考试名称，或四位年份' }) }, // inferred
  output: { removed: integer('删除条数', { required: true }) },
})

export const highExamCheck = defineCall('examScoreHighExam.checkByExamId', {
  method: 'POST',
  path: `${BASE}/checkByExamId`,
  title: '校验高考成绩',
  access: ARCHIVE,
  input: whose,
  output: {
    checked: integer('校验条数', { required: true }),
    errors: integer('有错误的条数', { required: true }),
    warnings: integer('有警告的条数', { required: true }),
  },
})

/** 归档：全部通过校验才可以；有警告的须确认。归档后不能修改。 */
export const highExamArchive = defineCall('examScoreHighExam.archiveByExamId', {
  method: 'POST',
  path: `${BASE}/archiveByExamId`,
  title: '归档高考成绩',
  access: ARCHIVE,
  input: { ...whose, confirmWarnings: flag('确认警告') }, // inferred
  output: { archived: integer('归档条数', { required: true }) },
})

/** 撤销归档：成绩又可以修改，之后须重新校验、归档；须写明原因。 */
export const highExamUnarchive = defineCall('examScoreHighExam.unarchiveByExamId', {
  method: 'POST',
  path: `${BASE}/unarchiveByExamId`, // inferred
  title: '撤销高考成绩归档',
  access: ARCHIVE,
  input: { ...whose, reason: unarchiveReason },
  output: { unarchived: integer('撤销条数', { required: true }) },
})

/** 高考前N名学生的一行；姓名遮盖，只看已归档的成绩。 */
export const highExamBeforeN = defineEntity('highExamBeforeN', {
  title: '高考前N名学生',
  service: 'bigdata-service',
  path: 'statistics',
  permission: 'highexambeforen',
  fields: {
    examYear: integer('高考年份', { search: true }),
    countNum: integer('前N名', { search: true, list: false }),
    rank: integer('名次'), // inferred
    provinceRank: integer('位次'),
    studentName: text('姓名', { personal: 'name' }),
    artsScience: dict('科类', 'arts_science', { search: true }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true }),
    totalScore: score('总分'),
    bonusScore: score('政策加分'),
    finalScore: score('投档分'), // inferred
  },
})

const { examYear, countNum: _asked, ...line } = highExamBeforeN.fields

/** 一年归档的高考成绩中位次最前的 N 名，文理（历史、物理）各排各的；只答看得到的单位。 */
export const queryHighExamBeforeN = defineList('statistics.queryHighexamBeforeNStudentScore', {
  path: '/api/bigdata-service/statistics/queryHighexamBeforeNStudentScore',
  title: '高考前N名学生',
  access: { permission: 'highexambeforen_view' },
  fields: { id: text('主键', { required: true }), ...line },
  computed: { examYear },
  input: {
    examYear: integer('高考年份', { min: 1, max: 2999 }),
    countNum: integer('前N名', { min: 1, max: 20_000 }),
  },
  order: ['rank', 'artsScience'],
})

export const highExamCalls = [
  highExamListStudent,
  highExamClear,
  highExamCheck,
  highExamArchive,
  highExamUnarchive,
  queryHighExamBeforeN,
]
