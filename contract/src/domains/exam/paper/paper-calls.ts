import { defineCall } from '../../../kit/call.ts'
import { listRowFields } from '../../../kit/entity.ts'
import { flag, integer, json, ref, score, text } from '../../../kit/field.ts'
import { importCalls } from '../../../platform/table-import.ts'
import { type GivenQuestion, ONLY_PAPER, paperQuestion } from './paper-question.ts'

const BASE = '/api/bigdata-service/examCoursePaperQuestion'
const view = { permission: 'examcoursepaperquestion_view' }
const edit = { permission: 'examcoursepaperquestion_edit' }
const examId = ref('考试', 'examInfo', { required: true })
const courseName = text('科目', { isWorded: true, required: true, length: 20 })
const paperCode = text('试卷', { default: ONLY_PAPER, length: 4 })
const paperPlace = { examId, courseName, paperCode }

/** How many questions were added, changed and taken away. */
const kept = {
  added: integer('新增', { required: true }),
  changed: integer('修改', { required: true }),
  removed: integer('删除', { required: true }),
}

/** 一科一卷的全部题目，按卷面顺序。 */
export const getCourseQuestionList = defineCall('examCoursePaperQuestion.getCourseQuestionList', {
  method: 'GET',
  path: `${BASE}/getCourseQuestionList`,
  title: '科目题目',
  access: view,
  input: { examId, courseName, paperCode: text('试卷', { length: 4 }) },
  output: listRowFields(paperQuestion),
  answer: 'list',
})

/** 考试各科各卷的题数与分值合计；还没有题目的科目也在其中。 */
export const getPaperList = defineCall('examCoursePaperQuestion.getPaperList', {
  method: 'GET',
  path: `${BASE}/getPaperList`, // inferred
  title: '各科试卷',
  access: view,
  input: { examId },
  output: {
    courseName,
    paperCode: text('试卷', { required: true, length: 4 }),
    examScore: score('满分', { required: true }),
    total: score('分值合计', { required: true }),
    objective: score('客观题分值', { required: true }),
    questionNum: integer('题数', { required: true }),
    objectiveNum: integer('客观题数', { required: true }),
    isWhole: flag('分值相符', { required: true }),
  },
  answer: 'list',
})

/** 整卷保存：题目按所给顺序，没有给出的题目删除；有一处错误就一题也不保存，错误以「行.列」指出。 */
export const savePaper = defineCall('examCoursePaperQuestion.savePaper', {
  method: 'POST',
  path: `${BASE}/savePaper`, // inferred
  title: '保存试卷题目',
  access: edit,
  input: {
    ...paperPlace,
    questions: json<GivenQuestion[]>('题目', { required: true }),
    /** Of the paper as it was read; without it whatever is there is replaced. */
    version: text('读取时的版本', { length: 64 }),
  },
  output: kept,
})

/** 从另一次考试沿用题目，逐科；已有题目的科目只在要求时代替。 */
export const copyPapers = defineCall('examCoursePaperQuestion.copyFromExam', {
  method: 'POST',
  path: `${BASE}/copyFromExam`, // inferred
  title: '沿用试卷题目',
  access: edit,
  input: {
    examId,
    fromExamId: ref('来源考试', 'examInfo', { required: true }),
    courseNames: json<string[]>('科目', { shape: 'texts', required: true, message: '请选择科目' }),
    isReplace: flag('代替已有题目', { default: 0 }),
  },
  output: {
    courseName: text('科目', { isWorded: true, required: true }),
    questionNum: integer('题数', { required: true }),
    /** Why nothing was copied. */
    message: text('说明', { required: true }),
  },
  answer: 'list',
})

/** 题库或自主学习系统交来的试卷：按来源题目或题号认出已有题目，修改或新增，其余不动。 */
export const importFromSelfStudy = defineCall('examCoursePaperQuestion.importFromSelfStudy', {
  method: 'POST',
  path: `${BASE}/importFromSelfStudy`,
  title: '从自主学习导入题目',
  access: edit,
  // inferred: the questions come with the call, in the form they are answered in
  input: { ...paperPlace, questions: json<GivenQuestion[]>('题目', { required: true }) },
  output: kept,
})

const paths = (segment: string) => ({ path: `${BASE}/${segment}`, aliases: [] })

/** 一科一卷的题目以工作簿导入：题号相同的修改，其余新增；可要求删除表中没有的题目。 */
export const paperBooks = {
  ...importCalls('examCoursePaperQuestion', {
    title: '试卷题目',
    paths,
    permission: edit.permission,
    asked: { ...paperPlace, isReplace: flag('整卷替换', { default: 0 }) },
    templateOf: paperPlace,
  }),
  /** 与导入相同的格式。 */
  fetch: defineCall('examCoursePaperQuestion.exportBook', {
    method: 'GET',
    ...paths('export-book'), // inferred
    title: '导出试卷题目',
    access: view,
    input: paperPlace,
    answer: 'file',
  }),
}

export const paperCalls = [
  getCourseQuestionList,
  getPaperList,
  savePaper,
  copyPapers,
  importFromSelfStudy,
  ...Object.values(paperBooks),
]
