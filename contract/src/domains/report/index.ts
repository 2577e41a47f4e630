import { previewResults, tellResults } from './tell-results.ts'
import { defineDomain } from '../../kit/domain.ts'
import { balance } from './balance.ts'
import { beforeN, courseBeforeN, exportBeforeN } from './before-n.ts'
import { contrastItems } from './contrast-item.ts'
import { contrast } from './contrast.ts'
import { criticalStudent } from './critical-student.ts'
import { explainFigure, listBehind } from './explain-figure.ts'
import { findStudents } from './find-students.ts'
import { courseFrontN, frontN } from './front-n.ts'
import { generalBrief } from './general-brief.ts'
import { highSchoolRank, threeRate } from './high-school.ts'
import { lastExam } from './last-exam.ts'
import { lineStdnum, lineStdnumCourse, lineStdnumCourseWenLi, lineStdnumWenLi } from './line-stdnum.ts'
import { PAPERS } from './paper.ts'
import { oneScoreTwoRate } from './one-score-two-rate.ts'
import { oneScoreParagraph, paragraph } from './paragraph.ts'
import { courseQuestion, knowledgeRate, paperQuality, questionOption, questionStudent, spTable } from './question.ts'
import { scoreFactCalls } from './score-facts.ts'
import { exportStudentScore } from './score-book.ts'
import { packageChange } from './package-change.ts'
import { savedReport } from './saved-report.ts'
import { scoreRank } from './score-rank.ts'
import { studentScore } from './student-score.ts'
import { valueAdded } from './value-added.ts'
import { studentVertical } from './vertical.ts'

const families = [
  scoreRank,
  oneScoreTwoRate,
  generalBrief,
  oneScoreParagraph,
  paragraph,
  frontN,
  threeRate,
  highSchoolRank,
  lineStdnum,
  lineStdnumCourse,
  contrast,
  courseQuestion,
  knowledgeRate,
  packageChange,
  balance,
  valueAdded,
]

export const report = defineDomain({
  name: 'report',
  title: '统计报表',
  entities: [savedReport],
  calls: [
    contrastItems,
    explainFigure,
    listBehind,
    findStudents,
    lastExam,
    previewResults,
    tellResults,
    exportBeforeN,
    exportStudentScore,
    ...PAPERS.flatMap(({ call, texts }) => [call, ...(texts ? [texts.read, texts.edit] : [])]),
    ...scoreFactCalls,
    lineStdnumWenLi,
    lineStdnumCourseWenLi,
    ...courseFrontN.map(({ call }) => call),
  ],
  reports: [
    ...families.flatMap((family) => Object.values(family)),
    studentScore,
    studentVertical,
    beforeN,
    courseBeforeN,
    criticalStudent,
    questionOption,
    questionStudent,
    paperQuality,
    spTable,
  ],
})
