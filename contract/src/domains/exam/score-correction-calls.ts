import { defineCall } from '../../kit/call.ts'
import { flag, integer, json, paragraph, ref, score, text } from '../../kit/field.ts'
import { examScoreCorrection } from './score-correction.ts'

const BASE = examScoreCorrection.paths[0] ?? ''
const examId = ref('考试', 'examInfo', { required: true })

/** One mark to correct, as it is typed or pasted. */
export interface CorrectionLine {
  studentNumber: string
  courseName: string
  /** Of one question; without it the mark of the course. */
  questionNo?: string | null
  /** 分数，或缺考、作弊、违纪、缓考、免考；一道小题为得分。 */
  newScore: string
}

/** 一次提交多条更正，同一原因；逐条受理，每条一个结果。 */
export const submitCorrections = defineCall('examScoreCorrection.submitBatch', {
  method: 'POST',
  path: `${BASE}/submitBatch`, // inferred
  title: '批量申请成绩更正',
  access: { permission: 'examscorecorrection_add' },
  input: {
    examId,
    reason: paragraph('更正原因', { required: true, length: 500 }),
    lines: json<CorrectionLine[]>('更正的成绩', { required: true }),
  },
  output: {
    lineNo: integer('序号', { required: true }),
    id: text('主键', { required: true }),
    isDone: flag('是否受理', { required: true }),
    message: text('原因', { required: true }),
  },
  answer: 'list',
})

/** 一名考生归档的各科成绩；不在范围内的考生与不存在的一样。 */
export const archivedScores = defineCall('examScoreCorrection.archivedScores', {
  method: 'GET',
  path: `${BASE}/archivedScores`, // inferred
  title: '考生的归档成绩',
  access: { permission: 'examscorecorrection_view' },
  input: { examId, studentNumber: text('考号', { required: true, length: 20 }) },
  output: {
    studentName: text('姓名', { required: true }),
    schoolName: text('学校', { required: true }),
    examClass: text('班级', { required: true }),
    courseName: text('科目', { isWorded: true, required: true }),
    examScore: score('满分', { required: true }),
    oldScore: text('成绩', { required: true }),
  },
  answer: 'list',
})

/** Lines one submission may hold. */
export const MOST_LINES = 500
