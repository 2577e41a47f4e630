import { defineCall } from '../../../kit/call.ts'
import { type Row, dict, flag, integer, json, ref, score, text } from '../../../kit/field.ts'
import { examScoreLine } from './score-line.ts'

const BASE = examScoreLine.paths[0] ?? ''
const INFO = '/api/bigdata-service/examinfo'
const view = { permission: 'examscoreline_view' }
const examId = ref('考试', 'examInfo', { required: true })

/** 并列怎么算：上线人数不少于、不多于或最接近计划。 */
export const TIE_MODES = ['atLeast', 'atMost', 'nearest'] as const

/** 划线参数：一个科类的一个档次怎样划总分线和单科线。 */
export const lineParamFields = {
  artsScience: dict('科类', 'arts_science', { required: true, default: '0' }),
  periodName: text('档次', { required: true, length: 30 }),
  lineMode: dict('划线方式', 'line_mode', { required: true, numeric: true }),
  lineNum: integer('计划人数', { min: 1, max: 10_000_000 }),
  lineShare: score('上线比例', { scale: 4, min: 0, max: 1, help: '0 到 1 之间，累计' }),
  lineScore: score('分数线', { min: 0, max: 1000 }),
  tieMode: text('并列', { length: 10, help: 'atLeast 不少于，atMost 不多于，nearest 最接近' }),
  courseMethod: dict('单科线', 'line_mode', { required: true, numeric: true }),
  criticalTotal: score('总分临界', { min: 0, max: 200, help: '不填时按满分 750 的 10 分折算' }),
  criticalCourse: score('单科临界', { min: 0, max: 100, help: '不填时按满分 150 的 5 分折算' }),
  isMain: flag('主要档次', { default: 0 }),
}

export type LineParam = Row<typeof lineParamFields>

export const getLineNumParams = defineCall('examInfo.getLineNumParams', {
  method: 'GET',
  path: `${INFO}/getLineNumParams`,
  title: '划线参数',
  access: view,
  input: { examId }, // inferred
  output: lineParamFields,
  answer: 'list',
})

export const saveLineNumParams = defineCall('examInfo.saveLineNumParams', {
  method: 'POST',
  path: `${INFO}/saveLineNumParams`,
  title: '保存划线参数',
  access: { permission: 'examscoreline_edit' },
  input: { examId, listJSON: json<LineParam[]>('划线参数', { required: true }) },
  answer: 'status',
})

/** 划线并统计上线人数；答复任务。 */
export const execLineNumProc = defineCall('examScoreLine.execLineNumProc', {
  method: 'POST',
  path: `${BASE}/execLineNumProc`,
  title: '划线',
  access: { permission: 'examinfo_process' },
  input: { examId }, // inferred
  output: { jobId: text('任务') },
})

/** One course's line below the total line of its period. */
export interface CourseLine {
  courseName: string
  lineScore: number
  lineMode: number | null
  actualNum: number | null
}

const periodFields = {
  artsScience: dict('科类', 'arts_science'),
  periodName: text('档次'),
  lineScore: score('总分线'),
  lineMode: dict('划线方式', 'line_mode', { numeric: true }),
  lineNum: integer('计划人数'),
  actualNum: integer('上线人数'),
  criticalLow: score('临界下限'),
  criticalHigh: score('临界上限'),
  isMain: flag('主要档次'),
  courses: json<CourseLine[]>('单科线'),
}

export const findScoreLine = defineCall('examScoreLine.findScoreLine', {
  method: 'GET',
  path: `${BASE}/findScoreLine`,
  title: '考试的分数线',
  access: view,
  input: { examId },
  output: periodFields,
  answer: 'list',
})

export const findPeriodNameLine = defineCall('examScoreLine.findPeriodNameLine', {
  method: 'GET',
  path: `${BASE}/findPeriodNameLine`,
  title: '档次名称',
  access: view,
  input: { examId: ref('考试', 'examInfo') },
  output: { periodName: text('档次', { required: true }) },
  answer: 'list',
})

export const findLineByPeriodName = defineCall('examScoreLine.findLineByPeriodName', {
  method: 'GET',
  path: `${BASE}/findLineByPeriodName`,
  title: '一个档次的分数线',
  access: view,
  input: { periodName: text('档次', { required: true, length: 30 }), examId: ref('考试', 'examInfo') }, // inferred
  output: { examId: ref('考试', 'examInfo'), ...periodFields },
  answer: 'list',
})

/** How many of a school stand at which mark, highest first; marks in half points. */
export interface SchoolMarks {
  schoolCode: string
  schoolName: string
  /** Half points, falling. */
  halves: number[]
  /** How many of the school have that mark or more. */
  reached: number[]
}

/** 试划：各学校的累计人数，一次取来，在界面上移动分数线。 */
export const lineDistribution = defineCall('examScoreLine.distribution', {
  method: 'GET',
  path: `${BASE}/distribution`, // inferred
  title: '试划分数线',
  access: { permission: 'examscoreline_edit' },
  input: {
    examId,
    courseName: text('科目', { isWorded: true, length: 20 }),
    artsScience: dict('科类', 'arts_science'),
    /** 只数总分不低于它的考生：双上线。 */
    totalLine: score('总分线', { min: 0, max: 1000 }),
  },
  output: {
    fullScore: score('满分', { required: true }),
    schools: json<SchoolMarks[]>('学校', { required: true }),
  },
})

export const lineCalls = [
  getLineNumParams,
  saveLineNumParams,
  execLineNumProc,
  findScoreLine,
  findPeriodNameLine,
  findLineByPeriodName,
  lineDistribution,
]
