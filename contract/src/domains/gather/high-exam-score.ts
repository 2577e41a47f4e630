import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, ref, score, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { AUDIT_TRAIL, saveEachCall } from './gathered.ts'

const made = { editable: 'never', list: false } as const
const mark = (label: string, most: number) => score(label, { min: 0, max: most, list: false })
const state = { numeric: true, search: true, editable: 'never', default: 0 } as const

/** 高考成绩采集：一名考生在一个采集任务中的一条；文化成绩和艺术成绩分开审核。 */
export const gatherHighExamScore = defineEntity('gatherHighExamScore', {
  title: '高考成绩采集',
  service: 'yzl-gather',
  limited: true,
  fields: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true, search: true, editable: 'add' }),
    examYear: integer('高考年份', { search: true, editable: 'never', help: '任务学年结束的那一年' }), // inferred
    studentName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    candidateNumber: text('考生号', { required: true, search: 'equal', length: 20, editable: 'add' }),
    studentCode: text('学籍号', {
      length: 24,
      search: 'equal',
      check: 'studentCode',
      personal: 'studentCode',
      list: false,
    }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }), // inferred
    classCode: ref('班级', 'schoolClasses', { value: 'classCode', help: '往届生不填' }), // inferred
    className: text('班级名称', { length: 40, editable: 'never', list: false }), // inferred
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
    totalScore: score('总分', { min: 0, max: 900, search: 'range' }), // inferred
    bonusScore: score('政策加分', { min: 0, max: 100, list: false }), // inferred
    provinceRank: integer('位次', { min: 1, max: 9_999_999 }), // inferred
    auditStatus: dict('文化成绩', 'high_exam_status', state), // inferred
    artType: dict('艺术类别', 'art_type', { search: true }), // inferred
    artScore: score('专业分', { min: 0, max: 500 }), // inferred
    artRank: integer('专业位次', { min: 1, max: 9_999_999, list: false }), // inferred
    artAuditStatus: dict('艺术成绩', 'high_exam_status', state), // inferred
    archiveStatus: flag('已归档', { default: 0, editable: 'never', search: true }), // inferred
    ...AUDIT_TRAIL,
    artSubmitTime: dateTime('艺术提交时间', made), // inferred
    artRejectReason: text('艺术驳回原因', { length: 500, editable: 'never' }), // inferred
  },
  unique: [['gatherTaskId', 'candidateNumber']],
  importKey: ['gatherTaskId', 'candidateNumber'],
  order: ['gatherTaskId', 'schoolCode', 'candidateNumber'],
  contested: true,
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** What the art chain is about; everything else belongs to the culture chain. */
export const ART_FIELDS = ['artType', 'artScore', 'artRank'] as const

const { yuwen, shuxue, waiyu, firstCourseScore, secondCourse1, secondScore1, secondCourse2, secondScore2, totalScore } =
  gatherHighExamScore.fields
const { bonusScore, provinceRank, artType, artScore, artRank } = gatherHighExamScore.fields

/** What an auditor may correct of the culture scores. */
export const CULTURE_SCORES = {
  yuwen,
  shuxue,
  waiyu,
  firstCourseScore,
  secondCourse1,
  secondScore1,
  secondCourse2,
  secondScore2,
  totalScore,
  bonusScore,
  provinceRank,
}
export const ART_SCORES = { artType, artScore, artRank }

/** Items of dictionary `gather_field` that a task may ask of gaokao candidates. */
export const HIGH_EXAM_FIELDS = [
  'artsScience',
  'courseCombination',
  'yuwen',
  'shuxue',
  'waiyu',
  'firstCourseScore',
  'secondScore1',
  'secondScore2',
  'totalScore',
  'bonusScore',
  'provinceRank',
] as const

const BASE = '/api/yzl-gather/gatherHighExamScore'

/** 艺术类考生的成绩，两条审核都列出。 */
export const listArts = defineList('gatherHighExamScore.listArts', {
  path: `${BASE}/listArts`,
  title: '艺术类成绩采集',
  access: { permission: 'gatherhighexamscorearts_view' },
  fields: listRowFields(gatherHighExamScore),
  order: ['gatherTaskId', 'schoolCode', 'candidateNumber'],
})

const verdict = {
  status: integer('审核结论', { required: true, message: '请选择是否通过', help: '1通过，2驳回' }),
  msg: text('审核意见', { length: 500 }),
}
const id = text('主键', { required: true, length: 20 })

/** 逐条审核文化成绩：待初审的由学校，待复审的由局里；不能审的说明原因，不影响其他。 */
export const auditStudents = defineCall('gatherHighExamScore.auditStudents', {
  method: 'POST',
  path: `${BASE}/auditStudents`,
  title: '审核高考成绩',
  access: 'signedIn',
  input: { ids: text('主键', { required: true, length: 100_000 }), ...verdict },
  output: {
    id,
    isDone: flag('是否办理', { required: true }),
    message: text('原因', { required: true }),
  },
  answer: 'list',
})

const seen = text('所见更新时间', { length: 30, help: '和现在的不同时不审核' })

/** 审核一条文化成绩；通过时可以更正分数，更正写入审核记录。 */
export const auditStudentScore = defineCall('gatherHighExamScore.auditStudentScore', {
  method: 'POST',
  path: `${BASE}/auditStudentScore`,
  title: '更正并审核文化成绩',
  access: 'signedIn',
  input: { id, updateTime: seen, ...CULTURE_SCORES, ...verdict },
  answer: 'status',
})

/** 审核一条艺术成绩；通过时可以更正分数，更正写入审核记录。 */
export const auditArtStudentScore = defineCall('gatherHighExamScore.auditArtStudentScore', {
  method: 'POST',
  path: `${BASE}/auditArtStudentScore`,
  title: '更正并审核艺术成绩',
  access: 'signedIn',
  input: { id, updateTime: seen, ...ART_SCORES, ...verdict },
  answer: 'status',
})

const count = (label: string) => integer(label, { required: true })

/** 提交全部填好的文化成绩；一次最多500人，没填全的留下。 */
export const sendHighExams = defineCall('gatherHighExamScore.sendAll', {
  method: 'POST',
  path: `${BASE}/sendAll`, // inferred
  title: '提交全部高考成绩',
  access: { permission: 'gatherhighexamscore_edit' },
  input: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
  },
  output: { sent: count('已提交'), refused: count('没填全'), leftNum: count('还没提交'), message: text('原因') },
})

/** 表格填报：改过的各条一起保存。 */
export const saveHighExams = saveEachCall('gatherHighExamScore', '高考成绩采集', 'gatherhighexamscore_edit')

export const highExamCalls = [
  listArts,
  saveHighExams,
  sendHighExams,
  auditStudents,
  auditStudentScore,
  auditArtStudentScore,
]
