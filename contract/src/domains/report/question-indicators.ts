import type { Indicator } from './indicator.ts'

const RATE = '得分之和 ÷（满分 × 作答人数）'
const OF_QUESTION: Indicator = { formula: RATE, behind: 'answered' }
const DIFFERENCE = '本单位得分率 − 联考得分率'
const DISCRIMINATION = '（前 27% 考生的均分 − 后 27% 考生的均分）÷ 满分'
const CHOSEN: Indicator = { formula: '选这一项的考生数 ÷ 作答人数', behind: 'choice' }
/** Why no list stands behind a figure. */
const SET = '由试卷设定，不由考生的分数算出'
const OF_STUDENT = { numerator: 'mark', denominator: 'markFull' } as const
const POINTS: Indicator = { formula: '各题得分 × 权重之和 ÷ 各题满分 × 权重之和', behind: 'answeredPoint' }

/**
 * Figures of questions, knowledge points and papers, which are none of the course's own: each family says what its columns are. They
 * have a formula alone, as their parts are not those of courses.
 */
export const QUESTION_INDICATORS: Readonly<Record<string, Indicator>> = {
  questionScore: { formula: '题目的满分', alone: SET },
  presetP: { formula: '命题时预设的难度', alone: SET },
  'courseQuestion.studentNum': { formula: '做这道题的考生数', behind: 'answered' },
  'courseQuestion.allRate': OF_QUESTION,
  'courseQuestion.areaRate': OF_QUESTION,
  'courseQuestion.schoolRate': OF_QUESTION,
  'courseQuestion.scoreRate': OF_QUESTION,
  'courseQuestion.difficulty': OF_QUESTION,
  'courseQuestion.avgScore': { formula: '得分之和 ÷ 作答人数', behind: 'answered' },
  'courseQuestion.diffRate': { formula: DIFFERENCE, behind: 'answered' },
  'courseQuestion.fullRate': { formula: '得满分的人数 ÷ 作答人数', behind: 'fullAnswer' },
  'courseQuestion.zeroRate': { formula: '得零分的人数 ÷ 作答人数', behind: 'zeroAnswer' },
  'courseQuestion.discrimination': { formula: DISCRIMINATION, behind: 'answeredEnds' },
  'courseQuestion.itemTotal': { formula: '本题得分与其余各题得分之和的相关系数', behind: 'answered' },
  'courseQuestion.share': CHOSEN,
  'courseQuestion.ownShare': CHOSEN,
  'courseQuestion.highShare': { formula: '前 27% 的考生里选这一项的人数 ÷ 前 27% 的人数', behind: 'highChoice' },
  'courseQuestion.lowShare': { formula: '后 27% 的考生里选这一项的人数 ÷ 后 27% 的人数', behind: 'lowChoice' },
  'courseQuestion.score': { formula: '本题得分', ...OF_STUDENT, behind: 'classAnswers' },
  'courseQuestion.lostScore': { formula: '本题满分 − 本题得分', ...OF_STUDENT, behind: 'classAnswers' },
  'courseQuestion.courseScore': { formula: '归档的成绩', ...OF_STUDENT, behind: 'questions' },
  'knowledgeRate.questionNum': { formula: '含有这个知识点的题数', behind: 'pointQuestions' },
  'knowledgeRate.fullScore': { formula: '各题满分 × 权重之和', behind: 'pointQuestions' },
  'knowledgeRate.studentNum': { formula: '各题中作答人数最多的一题的作答人数', behind: 'answeredPoint' },
  'knowledgeRate.allRate': POINTS,
  'knowledgeRate.areaRate': POINTS,
  'knowledgeRate.schoolRate': POINTS,
  'knowledgeRate.scoreRate': POINTS,
  'knowledgeRate.diffRate': { formula: DIFFERENCE, behind: 'answeredPoint' },
  'paperQuality.questionNum': { formula: '试卷的题数', behind: 'paperQuestions' },
  itemNum: { formula: '题数，同一选做组的题计一个', behind: 'paperQuestions' },
  'paperQuality.studentNum': { formula: '有小题分的考生数', behind: 'paperTakers' },
  'paperQuality.avgScore': { formula: '各题得分之和的平均数', behind: 'paperTakers' },
  'paperQuality.stdScore': { formula: '各题得分之和的标准差', behind: 'paperTakers' },
  'paperQuality.difficulty': { formula: RATE, behind: 'paperTakers' },
  'paperQuality.discrimination': { formula: DISCRIMINATION, behind: 'paperEnds' },
  alpha: { formula: '克隆巴赫 α：计分项越一致越接近 1', behind: 'paperQuestions' },
  splitHalf: { formula: '奇偶计分项得分的相关，经斯皮尔曼—布朗校正', behind: 'paperQuestions' },
  sem: { formula: '标准差 × √(1 − α)', behind: 'paperTakers' },
  easyNum: { formula: '难度 0.8 及以上的题数', behind: 'easyQuestions' },
  middleNum: { formula: '难度 0.5 及以上、不到 0.8 的题数', behind: 'middleQuestions' },
  hardNum: { formula: '难度不到 0.5 的题数', behind: 'hardQuestions' },
  poorNum: { formula: '区分度不到 0.20 的题数', behind: 'poorQuestions' },
  'spTable.totalScore': { formula: '各题得分之和', ...OF_STUDENT, behind: 'questions' },
  'spTable.scoreRate': { formula: '各题得分之和 ÷ 各题满分之和', ...OF_STUDENT, behind: 'questions' },
  'spTable.score': { formula: '本题得分', ...OF_STUDENT, behind: 'classAnswers' },
  caution: { formula: '警戒系数：得失与题目难易不符的程度，符合为 0', behind: 'questions' },
}
