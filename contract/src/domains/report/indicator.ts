/** What a figure is divided or counted from: sums and counts of the unit in its course, by the words for them. */
export const PARTS = {
  sum: '分数之和',
  full: '满分之和',
  plan: '应考人数',
  sat: '实考人数',
  absent: '缺考人数',
  other: '其他人数',
  zero: '零分人数',
  base: '率的分母',
  excellent: '优秀人数',
  good: '良好人数',
  pass: '及格人数',
  low: '低分人数',
  fullMark: '满分人数',
  allPass: '全科及格人数',
  own: '本单位平均分',
  above: '上一级平均分',
  online: '总分上线人数',
  single: '单上线人数',
  double: '双上线人数',
  peers: '参加排名的个数',
  mark: '得分',
  markFull: '满分',
  line: '分数线',
} as const
export type Part = keyof typeof PARTS

/** Choices of the exam's rule that a figure depends on, as the 口径 words them. */
export type RulePart =
  | 'counted'
  | 'other'
  | 'levels'
  | 'absent'
  | 'shares'
  | 'composite'
  | 'marks'
  | 'spread'
  | 'previous'

/** Those behind a figure: `base` are those its rate is divided by, `ends` the best and the worst 27 %, `moved` whose mark is another one in the
 * version before, `matched` who sat the entry exam too. */
export type Behind =
  | 'plan'
  | 'sat'
  | 'absent'
  | 'other'
  | 'zero'
  | 'excellent'
  | 'good'
  | 'pass'
  | 'low'
  | 'fullMark'
  | 'allPass'
  | 'highest'
  | 'lowest'
  | 'online'
  | 'single'
  | 'double'
  | 'miss'
  | 'below'
  | 'above'
  | 'firstN'
  | 'firstNOfTotal'
  | 'base'
  | 'ends'
  | BandBehind
  | QuestionBehind
  | StudentBehind
  | PaperBehind
  | 'moved'
  | 'matched'
  | UnitsBehind

/** Those whose mark is in a band, or in it or above; of one stream; in the ten marks the band is of. */
export type BandBehind = 'band' | 'bandAbove' | 'artsBand' | 'artsAbove' | 'scienceBand' | 'scienceAbove' | 'tenBand'

/**
 * Those who answered a question, got all or nothing of it, or chose an option, of all or of the best and the worst 27 %; who answered one of a
 * knowledge point.
 */
export type QuestionBehind =
  | 'answered'
  | 'answeredEnds'
  | 'fullAnswer'
  | 'zeroAnswer'
  | 'choice'
  | 'highChoice'
  | 'lowChoice'
  | 'answeredPoint'

/** Who sat a paper, and the best and worst of them; its questions, some of them, and those of a knowledge point. */
export type PaperBehind = 'paperTakers' | 'paperEnds' | QuestionsBehind
export type QuestionsBehind =
  | 'paperQuestions'
  | 'easyQuestions'
  | 'middleQuestions'
  | 'hardQuestions'
  | 'poorQuestions'
  | 'pointQuestions'

/** The units a place is taken among; those a unit consists of. */
export type UnitsBehind = 'units' | 'inside'

/**
 * Behind a figure of one student: those ahead by the total or by a course, those who are not, all he is compared with; the courses his
 * total is made of, the questions a mark is made of (of the total its courses), and what the class got of one question.
 */
export type StudentBehind = 'ahead' | 'notAhead' | 'together' | 'courses' | 'questions' | 'classAnswers'

/** What a figure is. A number of students is its own numerator. */
export type Indicator = {
  formula: string
  numerator?: Part
  denominator?: Part
  rules?: readonly RulePart[]
} & (Listed | Alone)

interface Listed {
  behind: Behind
  alone?: never
}

/** Nobody is counted in the figure; the reader is told why no list stands behind it. */
interface Alone {
  behind?: never
  alone: string
}

/** Why a reader is told no list where others are. */
export const NOT_TOLD = '名单不公开，或您没有查看考生成绩的权限'
