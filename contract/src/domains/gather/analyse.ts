import { defineCall } from '../../kit/call.ts'
import { dateTime, dict, integer, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

const BASE = '/api/yzl-gather/gatherStudent'
const view = { permission: 'gatheranalyse_view' }
const count = (label: string) => integer(label, { required: true })
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const areaCode = dict('县区', 'exam_area')
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' })

/** What an analysis looks for, each with the column that counts it. */
export const FINDINGS = {
  dupIdNum: '身份证号重复',
  dupNameNum: '同校重名',
  badIdNum: '身份证号有误',
  missPhotoNum: '缺照片',
  missNum: '在籍未采集',
  extraNum: '采集而不在籍',
  diffNum: '与学籍不同',
} as const
export type Finding = keyof typeof FINDINGS

/** 分析：重复、身份证号有误、缺照片、与学籍相比少的、多的和不同的；后台进行，由局里发起。 */
export const doAnalyse = defineCall('gatherStudent.doAnalyse', {
  method: 'POST',
  path: `${BASE}/doAnalyse`,
  title: '采集数据分析',
  access: { permission: 'gatheranalyse_run' },
  input: { gatherTaskId },
  output: { jobId: text('任务', { required: true }) },
})

/** 最近一次分析的结果：各县区；指定县区时各学校，指定学校时只有它。没有分析过的没有行。 */
export const getAnalyseResult = defineCall('gatherStudent.getAnalyseResult', {
  method: 'GET',
  path: `${BASE}/getAnalyseResult`,
  title: '采集分析结果',
  access: view,
  input: { gatherTaskId, areaCode, schoolCode },
  output: {
    code: text('代码', { required: true }),
    name: text('名称', { required: true }),
    totalNum: count('采集人数'),
    dupIdNum: count(FINDINGS.dupIdNum),
    dupNameNum: count(FINDINGS.dupNameNum),
    badIdNum: count(FINDINGS.badIdNum),
    missPhotoNum: count(FINDINGS.missPhotoNum),
    missNum: count(FINDINGS.missNum),
    extraNum: count(FINDINGS.extraNum),
    diffNum: count(FINDINGS.diffNum),
    analyseTime: dateTime('分析时间'),
  },
  answer: 'list',
})

/** 一个数字背后的学生，按现在的数据；改好的不再列出。 */
export const listAnalysed = defineList('gatherStudent.listAnalysed', {
  path: `${BASE}/listAnalysed`, // inferred
  title: '采集分析名单',
  access: view,
  fields: {
    id: text('主键', { required: true }),
    studentName: text('姓名', { required: true }),
    studentCode: text('学籍号', { required: true, personal: 'studentCode' }),
    areaCode,
    schoolCode,
    className: text('班级'),
    problem: text('问题', { required: true }),
  },
  input: { gatherTaskId, finding: text('类别', { required: true, length: 20 }) },
  order: ['schoolCode', 'className', 'studentCode'],
})

export const analyseCalls = [doAnalyse, getAnalyseResult, listAnalysed]
