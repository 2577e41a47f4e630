import { defineCall } from '../../kit/call.ts'
import { type Fields, dict, integer, percent, ref, text } from '../../kit/field.ts'

const count = (label: string) => integer(label, { required: true })
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const areaCode = dict('县区', 'exam_area')
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', required: true })
const access = { permission: 'gatherhighexamprogress_view' }

/** What is answered of an area, school or class. Every later step counts in the ones before it. */
const output = {
  code: text('代码', { required: true }),
  name: text('名称', { required: true }),
  planNum: count('应采人数'),
  filledNum: count('已填人数'),
  submitNum: count('已提交'),
  audit1Num: count('一审通过'),
  audit2Num: count('二审通过'),
  rejectNum: count('被驳回'),
  artNum: count('艺术类'),
  artAuditNum: count('艺术通过'),
  archiveNum: count('已归档'),
  percent: percent('完成率'),
}

/** The catalogue writes the stem once; rows of schools and classes are `high-exam-score-progress-in-school` and so on. */
function progressCall<const I extends Fields>(grain: 'Area' | 'School' | 'Class', title: string, more: I) {
  return defineCall(`gatherHighExamScore.progressIn${grain}`, {
    method: 'GET',
    path: `/api/yzl-gather/client/high-exam-score-progress-in-${grain.toLowerCase()}`,
    title,
    access,
    input: { gatherTaskId, ...more },
    output,
    answer: 'list',
  })
}

/** 应采人数是学籍中任务年级的在籍学生，往届考生在外；完成率是已提交占应采的比例。 */
export const highExamInArea = progressCall('Area', '各县区高考成绩采集进度', {})
export const highExamInSchool = progressCall('School', '各学校高考成绩采集进度', { areaCode })
export const highExamInClass = progressCall('Class', '各班高考成绩采集进度', { schoolCode })

/**
 * 高考成绩采集统计：一年里各县区（指定县区时各学校）采到的考生；目录里的地址与档案统计同名，统计的是采集自己的数据。
 * 草稿和被驳回的不算采到。
 */ // inferred
export const highExamStatics = defineCall('gatherHighExamScore.statics', {
  method: 'GET',
  path: '/api/yzl-openapi/gatherHighExamScore/staticsTeacherPortfolio',
  title: '高考成绩采集统计',
  access,
  input: {
    examYear: integer('高考年份', { help: '不填为全部年份' }),
    areaCode: text('县区', { length: 64 }),
    schoolCode: text('学校', { length: 64 }),
  },
  output: {
    unitCode: text('单位代码', { required: true }),
    unitName: text('单位', { required: true }),
    studentNum: count('采到人数'),
    passedNum: count('文化成绩通过'),
    artNum: count('艺术类人数'),
    artPassedNum: count('艺术成绩通过'),
    archivedNum: count('已归档'),
  },
  answer: 'list',
})

export const highExamProgressCalls = [highExamInArea, highExamInSchool, highExamInClass, highExamStatics]
