import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import type { ScreenLayout } from '../platform/crud/layout.ts'

const BY_WORKBOOK = '在“导入向导”中上传工作簿，或点“新增”录入'
/** The wizard takes up the exam the list is narrowed to. */
const byWizard = (kind: ImportKind) => ({
  path: `/bigdata/exam/import?kind=${kind}`,
  permission: 'examinfo_import',
  along: ['examId'],
})
const BY_COMPUTING = '考试开始计算后自动生成'

const FACTS = { emptyHint: '考试归档、计算并生成报表之后，这里才有成绩', isReadOnly: true, isUndated: true } as const

const CHECKED = { checkStatus: { isHidden: true } }

export const examLayouts: Record<string, ScreenLayout> = {
  /** Name and state come first: they are what an exam is looked for by. Counts and state stand on its desk. */
  examInfo: {
    first: ['examName', 'examStatus'],
    fields: {
      areaCodes: { span: 24 },
      enterYear: { isHidden: false },
      studentNum: { isHidden: true },
      schoolNum: { isHidden: true },
      courseNum: { isHidden: true },
      examStatus: { isHidden: true },
    },
  },
  examStudentImport: {
    emptyHint: BY_WORKBOOK,
    importBy: byWizard('student'),
    first: ['studentName', 'examClass'],
    aside: ['gender', 'studentNo', 'studentType', 'artsScience', 'examRoomNo', 'examRoomSeatNum'],
    fields: CHECKED,
  },
  examScoreStudentCourseImport: {
    emptyHint: BY_WORKBOOK,
    importBy: byWizard('score'),
    first: ['studentName', 'courseName', 'scoreText'],
    fields: { ...CHECKED, studentCode: { isHidden: false } },
  },
  /** Who teaches what in which class comes first; the switch stays clear of the column of actions. */
  examTeacherCourseImport: {
    emptyHint: BY_WORKBOOK,
    importBy: byWizard('teacher'),
    first: ['teacherName', 'courseName', 'examClass', 'isClassLeader'],
    fields: CHECKED,
  },
  /** Facts of the archive with their ranks; a mark is changed by correction alone. */
  examScoreStudent: {
    ...FACTS,
    first: ['studentName', 'examClass', 'score', 'courses', 'allRank', 'areaRank', 'schoolRank', 'classRank'],
  },
  examScoreStudentCourse: {
    ...FACTS,
    first: ['studentName', 'examClass', 'courseName', 'score', 'objectiveScore', 'subjectiveScore'],
  },
  /** Where a question stands, and what it is worth; its structure is typed in the sheet. */
  examCoursePaperQuestion: {
    emptyHint: '在“细目表”中粘贴或录入题目，或从工作簿导入',
    first: ['courseName', 'questionNo', 'questionType', 'questionScore'],
  },
  /** Who, from where, with which total and place. */
  examScoreHighExam: {
    emptyHint: '点“导入”上传工作簿，或点“新增”录入',
    first: ['studentName', 'examYear', 'candidateNumber', 'schoolCode', 'totalScore'],
    fields: CHECKED,
  },
  highExamBeforeN: {
    emptyHint: '高考成绩归档之后，这里才有名单',
    first: ['rank', 'provinceRank', 'studentName'],
    isReadOnly: true,
    isUndated: true,
  },
  /** Whose mark was what and becomes what; an old correction is no pattern for a new one. */
  examScoreCorrection: {
    emptyHint: '在学生成绩查询里打开一名考生，点“更正成绩”；或点“批量更正”',
    first: ['studentName', 'courseName', 'questionNo', 'oldScore', 'newScore', 'correctionStatus', 'sumNote'],
    fields: { questionNo: { width: 90 }, sumNote: { width: 230 } },
    hasCopy: false,
  },
  /** What is collected, whether it still is, and until when. */
  examTask: {
    first: ['taskName', 'taskStatus', 'taskType', 'examGrade', 'beginTime', 'endTime', 'examYear'],
    fields: { taskName: { width: 240 }, areaCodes: { span: 24 }, schoolCodes: { span: 24 }, courseNames: { span: 24 } },
  },
  examTaskStudent: {
    emptyHint: '从学籍或考试名单带入，或用“导入”上传工作簿',
    first: ['studentName', 'schoolCode', 'examClass', 'confirmStatus', 'courseCombination'],
  },
  examTaskTeacher: {
    emptyHint: '从任课登记带入，或用“导入”上传工作簿',
    first: ['teacherName', 'courseName', 'schoolCode', 'confirmStatus', 'taskId'],
  },
  basicQuotaProcessingItem: {
    first: ['itemName', 'taskCode'],
    fields: { grains: { span: 24 }, itemCode: { width: 200 } },
  },
  /** Written by the computation. */
  examDataProgress: { emptyHint: BY_COMPUTING, first: ['examId', 'runNo'], isReadOnly: true },
  examDataProgressTask: {
    emptyHint: BY_COMPUTING,
    first: ['taskName', 'examId'],
    isReadOnly: true,
    fields: { inputHash: { isHidden: true } },
  },
}
