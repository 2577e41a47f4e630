import { defineDomain } from '../../kit/domain.ts'
import { beforeN, courseBeforeN, exportBeforeN } from './before-n.ts'
import { findStudents } from './find-students.ts'
import { areaFrontN, schoolFrontN } from './front-n.ts'
import {
  oneScoreTwoRateBrief,
  oneScoreTwoRateByArea,
  oneScoreTwoRateByClass,
  oneScoreTwoRateBySchool,
} from './one-score-two-rate.ts'
import {
  areaParagraph,
  oneScoreParagraphBrief,
  oneScoreParagraphByArea,
  oneScoreParagraphBySchool,
  schoolParagraph,
} from './paragraph.ts'
import { scoreAreaRank, scoreRank, scoreRankByClass, scoreRankByStudent } from './score-rank.ts'
import { exportStudentScore } from './score-book.ts'
import { studentScore } from './student-score.ts'
import { studentVertical } from './vertical.ts'

export const report = defineDomain({
  name: 'report',
  title: '统计报表',
  calls: [findStudents, exportBeforeN, exportStudentScore],
  reports: [
    scoreRank,
    scoreRankByClass,
    scoreRankByStudent,
    scoreAreaRank,
    oneScoreTwoRateBrief,
    oneScoreTwoRateByArea,
    oneScoreTwoRateBySchool,
    oneScoreTwoRateByClass,
    oneScoreParagraphBrief,
    areaParagraph,
    schoolParagraph,
    oneScoreParagraphByArea,
    oneScoreParagraphBySchool,
    areaFrontN,
    schoolFrontN,
    studentScore,
    studentVertical,
    beforeN,
    courseBeforeN,
  ],
})
