import { defineDomain } from '../../kit/domain.ts'
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
import { studentScore } from './student-score.ts'

export const report = defineDomain({
  name: 'report',
  title: '统计报表',
  calls: [findStudents],
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
  ],
})
