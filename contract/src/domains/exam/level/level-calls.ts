import { defineCall } from '../../../kit/call.ts'
import { flag, integer, json, ref, score, text } from '../../../kit/field.ts'
import type { LevelGrade, LevelOptions, LevelParam } from './level-param.ts'
import type { GradeInterval, RawMark } from './level-score.ts'

const SERVICE = '/api/bigdata-service'
const examId = ref('考试', 'examInfo', { required: true })
const courseName = text('科目', { isWorded: true, required: true, length: 20 })
const edit = { permission: 'examscorelevel_save' }

/** 一科的划等结果：各等级的原始分区间与人数。 */
const previewFields = {
  courseName,
  base: integer('有效人数', { required: true }),
  intervals: json<GradeInterval[]>('等级区间', { required: true }),
}

export const getScoreLevelParams = defineCall('examInfo.getScoreLevelParams', {
  method: 'GET',
  path: `${SERVICE}/examinfo/getScoreLevelParams`, // inferred
  title: '等级赋分参数',
  access: { permission: 'examscorelevel_view' },
  input: { examId },
  output: {
    courseName,
    model: text('赋分模型', { required: true, length: 20 }),
    grades: json<LevelGrade[]>('等级', { required: true }),
    options: json<LevelOptions>('选项', { required: true }),
    isApplied: flag('已赋分', { required: true }),
  },
  answer: 'list',
})

/** 各科原始分的人数，一次取来，在界面上随参数试划。 */
export const getScoreLevelMarks = defineCall('examInfo.getScoreLevelMarks', {
  method: 'GET',
  path: `${SERVICE}/examinfo/getScoreLevelMarks`, // inferred
  title: '试划等级',
  access: edit,
  input: { examId },
  output: {
    courseName,
    examScore: score('满分', { required: true }),
    marks: json<RawMark[]>('原始分人数', { required: true }),
  },
  answer: 'list',
})

/** 整体保存一次考试各科的等级参数，没有参数即不再赋分；答复各科的区间与人数。 */
export const saveScoreLevelParams = defineCall('examInfo.saveScoreLevelParams', {
  method: 'POST',
  path: `${SERVICE}/examinfo/saveScoreLevelParams`,
  title: '保存等级赋分参数',
  access: edit,
  input: { examId, deployLevelParams: json<LevelParam[]>('等级赋分参数') },
  output: previewFields,
  answer: 'list',
})

/** 按已保存的参数赋分，重新合成总分；答复任务。 */
export const deployExamScoreLevel = defineCall('examscorestudent.deployExamScoreLevel', {
  method: 'POST',
  path: `${SERVICE}/examscorestudent/deployExamScoreLevel`,
  title: '等级赋分',
  access: { permission: 'examinfo_process' },
  input: { examId }, // inferred
  output: { jobId: text('任务', { required: true }) }, // inferred
})

/** 一科的等级赋分：带参数时先保存这一科，再赋分；答复区间、人数与任务。 */
export const deployCourseLevel = defineCall('examScoreStudentCourseQuestion.deployExamScoreLevel', {
  method: 'POST',
  path: `${SERVICE}/examScoreStudentCourseQuestion/deployExamScoreLevel`,
  title: '单科等级赋分',
  access: { permission: 'examinfo_process' },
  input: { examId, courseName, deployLevelParams: json<LevelParam>('等级赋分参数') }, // inferred
  output: { ...previewFields, jobId: text('任务', { required: true }) }, // inferred
})

export const levelCalls = [
  getScoreLevelParams,
  getScoreLevelMarks,
  saveScoreLevelParams,
  deployExamScoreLevel,
  deployCourseLevel,
]
