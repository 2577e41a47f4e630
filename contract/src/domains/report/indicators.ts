import type { AnyReport } from '../../kit/domain.ts'
import type { Behind, Indicator, Part, RulePart } from './indicator.ts'
import { QUESTION_INDICATORS } from './question-indicators.ts'

function count(part: Part & Behind, formula: string, ...rules: RulePart[]): Indicator {
  return { formula, numerator: part, behind: part, rules: ['counted', ...rules] }
}

function rate(part: Part & Behind, formula: string, ...rules: RulePart[]): Indicator {
  return { formula, numerator: part, denominator: 'base', behind: part, rules: ['counted', ...rules] }
}

function place(formula: string, ...rules: RulePart[]): Indicator {
  return { formula, denominator: 'peers', behind: 'units', rules }
}

const STUDENT_PLACE: Indicator = {
  formula: '高于本人的人数 + 1，同分同名次',
  denominator: 'peers',
  behind: 'ahead',
  rules: ['counted'],
}
/** Why no list stands behind a figure. */
const SET = '由考试或试卷设定，不由考生的分数算出'
const OF_PREVIOUS = '上次的名次取自对比考试，名单请在那场考试的报表里看'
const OF_ROW = '由同一行各次考试的数值相减，名单请点那些数值看'
const OF_ENTRY = '是入口考试的人数，名单请在那场考试的报表里看'
/** A mark of one student and what it is made of. */
const OWN_MARK = { numerator: 'mark', denominator: 'markFull' } as const
const OLD_VALUE: Indicator = { formula: '原版本里该指标的数值', behind: 'moved' }
const NEW_VALUE: Indicator = { formula: '新版本里该指标的数值', behind: 'moved' }
const MOVE: Indicator = { formula: '新版本的数值 − 原版本的数值', behind: 'moved' }
const BY_MARK = '分数在这一段里的实考考生数'
const CUMULATIVE = '分数不低于这一段下限的实考考生数'

/** Every figure of reports by the name of its column; one that means something else in a family stands under `family.name`. */
export const INDICATORS: Readonly<Record<string, Indicator>> = {
  planNum: count('plan', '名单上应考这一科的考生数'),
  studentNum: count('sat', '有成绩并计入统计的考生数', 'other'),
  absentNum: count('absent', '应考而没有成绩的考生数', 'absent'),
  otherNum: count('other', '应考 − 实考 − 缺考', 'other'),
  zeroNum: count('zero', '成绩为 0 分的考生数', 'absent'),
  baseNum: { formula: '各率的分母', numerator: 'base', rules: ['counted'], behind: 'base' },
  schoolNum: { formula: '参加考试并进入报表的学校数', behind: 'inside' },
  cohortNum: { formula: '入口考试时该单位有成绩的考生数；班级为本次实考', rules: ['counted'], alone: OF_ENTRY },
  matchedNum: { formula: '两次考试都有成绩的考生数，按学籍号匹配', rules: ['counted'], behind: 'matched' },
  matchRate: { formula: '入口人数中本次也有成绩的比例', behind: 'matched' },
  entryT: { formula: '50 + 10 × 匹配考生入口标准分的平均', behind: 'matched' },
  expectedT: { formula: '50 + 10 ×（截距 + 斜率 × 入口标准分）的平均', behind: 'matched' },
  exitT: { formula: '50 + 10 × 匹配考生本次标准分的平均', behind: 'matched' },
  valueAdded: { formula: '10 × 平均残差 × n ÷（n + 15）', behind: 'matched' },
  lowAdded: { formula: '增值 − 19.6 × 残差标准差 ÷ √n', behind: 'matched' },
  highAdded: { formula: '增值 + 19.6 × 残差标准差 ÷ √n', behind: 'matched' },
  rankAdded: {
    formula: '匹配考生入口名次的平均 − 本次名次的平均，都在全部匹配考生中排',
    rules: ['counted'],
    behind: 'matched',
  },
  growthPr: {
    formula: '（同起点中低于本人的人数 + 同分人数 ÷ 2）÷ 同起点人数，取中位数',
    rules: ['counted'],
    behind: 'matched',
  },
  partNum: { formula: '有实考考生的学校（班级）数', rules: ['counted'], behind: 'inside' },
  highAvg: { formula: '各校（班）平均分中最高的', rules: ['counted', 'absent'], behind: 'inside' },
  lowAvg: { formula: '各校（班）平均分中最低的', rules: ['counted', 'absent'], behind: 'inside' },
  meanGap: { formula: '最高均分 − 最低均分', rules: ['counted', 'absent'], behind: 'inside' },
  meanRatio: { formula: '最高均分 ÷ 最低均分', rules: ['counted', 'absent'], behind: 'inside' },
  weightedVariation: {
    formula: '√(Σ 实考人数 × (校均分 − 平均分)² ÷ Σ 实考人数) ÷ 平均分',
    rules: ['counted', 'absent'],
    behind: 'inside',
  },
  plainVariation: {
    formula: '各校（班）均分的标准差 ÷ 各校（班）均分的平均',
    rules: ['counted', 'absent'],
    behind: 'inside',
  },
  varianceRate: { formula: '校（班）际平方和 ÷ 总平方和', rules: ['counted', 'absent'], behind: 'inside' },
  gini: { formula: 'Σ|校均分之差| ÷（2 × 校数² × 校均分的平均）', rules: ['counted', 'absent'], behind: 'inside' },
  examScore: { formula: '科目的满分', rules: ['marks'], alone: SET },
  avgScore: {
    formula: '分数之和 ÷ 实考人数',
    numerator: 'sum',
    denominator: 'sat',
    behind: 'sat',
    rules: ['counted', 'absent'],
  },
  scoreRate: {
    formula: '分数之和 ÷（满分 × 实考人数）',
    numerator: 'sum',
    denominator: 'full',
    behind: 'sat',
    rules: ['marks'],
  },
  difficulty: {
    formula: '分数之和 ÷（满分 × 实考人数）',
    numerator: 'sum',
    denominator: 'full',
    behind: 'sat',
    rules: ['marks'],
  },
  discrimination: { formula: '（高分组 27% 平均分 − 低分组 27% 平均分）÷ 满分', rules: ['marks'], behind: 'ends' },
  diffAvg: { formula: '本单位平均分 − 上一级平均分', numerator: 'own', denominator: 'above', behind: 'sat' },
  overAvgRate: {
    formula: '（本单位平均分 − 上一级平均分）÷ 上一级平均分',
    numerator: 'own',
    denominator: 'above',
    behind: 'sat',
  },
  excellentNum: count('excellent', '分数不低于优秀线的考生数', 'marks', 'shares'),
  excellentRate: rate('excellent', '优秀人数 ÷ 率的分母', 'marks', 'shares'),
  goodNum: count('good', '分数不低于良好线的考生数', 'shares'),
  goodRate: rate('good', '良好人数 ÷ 率的分母', 'shares'),
  passNum: count('pass', '分数不低于及格线的考生数', 'marks', 'shares'),
  passRate: rate('pass', '及格人数 ÷ 率的分母', 'marks', 'shares'),
  lowNum: count('low', '分数低于低分线的考生数', 'marks', 'shares'),
  lowRate: rate('low', '低分人数 ÷ 率的分母', 'marks', 'shares'),
  allPassRate: rate('allPass', '计入总分的科目全部及格的人数 ÷ 率的分母', 'shares'),
  fullNum: count('fullMark', '得满分的考生数', 'marks'),
  maxScore: { formula: '实考考生的最高分', behind: 'highest' },
  minScore: { formula: '实考考生的最低分', behind: 'lowest' },
  q1: { formula: '从低到高排在四分之一处的分数，两人之间按比例取', denominator: 'sat', behind: 'sat' },
  medianScore: { formula: '从低到高排在正中的分数', denominator: 'sat', behind: 'sat' },
  q3: { formula: '从低到高排在四分之三处的分数，两人之间按比例取', denominator: 'sat', behind: 'sat' },
  stdScore: {
    formula: '各分数与平均分之差的平方的平均数，再开平方',
    denominator: 'sat',
    behind: 'sat',
    rules: ['spread'],
  },
  compositeScore: { formula: '平均分、及格率、优秀率按权重合成', rules: ['composite'], behind: 'sat' },
  compositeRank: place('综合值高于本单位的单位数 + 1', 'composite'),
  avgRank: place('平均分高于本单位的单位数 + 1'),
  avgRankInArea: place('同一县区里平均分高于本单位的单位数 + 1'),
  avgRankInSchool: place('同一学校里平均分高于本班的班级数 + 1'),
  excellentRank: place('优秀率高于本单位的单位数 + 1', 'shares'),
  passRank: place('及格率高于本单位的单位数 + 1', 'shares'),
  lowRank: place('低分率低于本单位的单位数 + 1', 'shares'),
  tScore: { formula: '50 + 10 ×（分数 − 联考平均分）÷ 联考标准差', rules: ['spread'], behind: 'together' },
  allRank: STUDENT_PLACE,
  areaRank: STUDENT_PLACE,
  schoolRank: STUDENT_PLACE,
  classRank: STUDENT_PLACE,
  groupRank: STUDENT_PLACE,
  rank: STUDENT_PLACE,
  totalRank: STUDENT_PLACE,
  seqRank: { ...STUDENT_PLACE, formula: '总分相同的依次比较各科后的名次' },
  rankPrev: { formula: '对比考试已发布报表中的名次', rules: ['previous'], alone: OF_PREVIOUS },
  rankChange: { formula: '上次名次 − 本次名次', rules: ['previous'], alone: OF_PREVIOUS },
  pr: { formula: '分数低于本人的人数与同分人数的一半之和 ÷ 实考人数', behind: 'notAhead' },
  score: { formula: '归档的成绩', ...OWN_MARK, behind: 'questions', rules: ['marks'] },
  totalScore: { formula: '计入总分的各科成绩之和', ...OWN_MARK, behind: 'courses', rules: ['levels', 'absent'] },
  'studentVertical.scoreRate': { formula: '分数 ÷ 满分', ...OWN_MARK, behind: 'questions', rules: ['marks'] },
  gap: { formula: '总分名次 − 本科名次', behind: 'ahead' },
  classAvg: { formula: '分数之和 ÷ 实考人数', behind: 'together' },
  schoolAvg: { formula: '分数之和 ÷ 实考人数', behind: 'together' },
  allAvg: { formula: '分数之和 ÷ 实考人数', behind: 'together' },
  bandLow: { formula: '分数段的下限', alone: SET },
  num: { formula: BY_MARK, behind: 'band' },
  rate: { formula: '这一段的人数 ÷ 实考人数', behind: 'band' },
  cumNum: { formula: CUMULATIVE, behind: 'bandAbove' },
  cumRate: { formula: '累计人数 ÷ 实考人数', behind: 'bandAbove' },
  tenNum: { formula: '每十分之内的实考考生数', behind: 'tenBand' },
  artsNum: { formula: BY_MARK, behind: 'artsBand' },
  artsCum: { formula: CUMULATIVE, behind: 'artsAbove' },
  scienceNum: { formula: BY_MARK, behind: 'scienceBand' },
  scienceCum: { formula: CUMULATIVE, behind: 'scienceAbove' },
  onlineNum: { formula: '总分不低于总分线的考生数', numerator: 'online', behind: 'online' },
  onlineRate: {
    formula: '总分上线人数 ÷ 率的分母',
    numerator: 'online',
    denominator: 'base',
    rules: ['counted'],
    behind: 'online',
  },
  onlineRank: place('上线率高于本单位的单位数 + 1'),
  belowNum: { formula: '在分数线以下、离线不超过临界分的考生数', behind: 'below' },
  aboveNum: { formula: '在分数线以上、离线不超过临界分的考生数', behind: 'above' },
  lineScore: { formula: '单科的分数线', alone: SET },
  singleNum: { formula: '单科不低于单科线的考生数', numerator: 'single', behind: 'single' },
  doubleNum: { formula: '单科与总分都上线的考生数', numerator: 'double', behind: 'double' },
  contributionRate: {
    formula: '双上线人数 ÷ 总分上线人数',
    numerator: 'double',
    denominator: 'online',
    behind: 'double',
  },
  hitRate: { formula: '双上线人数 ÷ 单上线人数', numerator: 'double', denominator: 'single', behind: 'double' },
  missNum: { formula: '总分上线人数 − 双上线人数', numerator: 'online', denominator: 'double', behind: 'miss' },
  targetNum: { formula: '下达的目标人数', alone: SET },
  completionRate: { formula: '总分上线人数 ÷ 目标人数', numerator: 'online', behind: 'online' },
  baseRate: { formula: '总分上线人数 ÷ 学年的在校人数', numerator: 'online', behind: 'online' },
  perTenThousand: { formula: '总分上线人数 ÷ 县区人口（万人）', numerator: 'online', behind: 'online' },
  levelScore: { formula: '按等级赋分换算的分数', rules: ['levels'], behind: 'questions' },
  share: { formula: '本单位前 N 名人数 ÷ 全体前 N 名人数', behind: 'firstN' },
  perHundred: { formula: '前 N 名人数 ÷ 实考人数 × 100', behind: 'firstN' },
  'frontN.num': { formula: '联考名次不超过 N 的考生数', behind: 'firstN' },
  'generalBrief.onlineNum': {
    formula: '总分不低于总分线的考生数，科目为单科不低于单科线的考生数',
    numerator: 'single',
    behind: 'single',
  },
  'generalBrief.onlineRate': {
    formula: '上线人数 ÷ 率的分母，科目的上线为单科不低于单科线',
    numerator: 'single',
    denominator: 'base',
    behind: 'single',
    rules: ['counted'],
  },
  'generalBrief.num': { formula: '总分联考名次不超过 N 的考生数', behind: 'firstNOfTotal' },
  'highSchoolRank.num': { formula: '总分联考名次不超过 N 的考生数', behind: 'firstNOfTotal' },
  movedNum: { formula: '该科的分数或状态与原版本不同的考生数', behind: 'moved' },
  beforeMark: OLD_VALUE,
  beforeShare: OLD_VALUE,
  beforeCount: OLD_VALUE,
  nowMark: NEW_VALUE,
  nowShare: NEW_VALUE,
  nowCount: NEW_VALUE,
  changeMark: MOVE,
  changeShare: MOVE,
  changeCount: MOVE,
  ...QUESTION_INDICATORS,
  'criticalStudent.gap': { formula: '分数 − 分数线', numerator: 'mark', denominator: 'line', behind: 'questions' },
  attendRate: {
    formula: '实考人数 ÷ 应考人数',
    numerator: 'sat',
    denominator: 'plan',
    behind: 'sat',
    rules: ['counted'],
  },
  'contrast.diff': { formula: '单位数值 − 联考数值', behind: 'sat' },
  'contrast.rank': { formula: '数值更好的单位数 + 1', alone: '由各单位该指标的数值排出，名单请点那些数值看' },
  'contrast.gain': { formula: '末次与联考之差 − 首次与联考之差', alone: OF_ROW },
  'contrast.rankChange': { formula: '首次名次 − 末次名次', alone: OF_ROW },
}

/** What a column of a report is; `key` may be that of a group, `c2.avgScore`. */
export function indicatorOf({ family }: Pick<AnyReport, 'family'>, key: string): Indicator | undefined {
  const name = key.slice(key.lastIndexOf('.') + 1)
  const itself = INDICATORS[`${family}.${name}`] ?? INDICATORS[name]
  return family === 'contrast' ? itemOf(key, itself) : itself
}

/** Places that packages keep of an item; of the others only the values say it. */
const ITEM_PLACES: Readonly<Record<string, string>> = {
  avgScore: 'avgRank',
  excellentRate: 'excellentRank',
  passRate: 'passRank',
  lowRate: 'lowRank',
}

/** The column of the package a place of 指标对比 is, `passRate-0.rank`. */
export function contrastPlace(key: string): string | undefined {
  const [, item = ''] = /^(\w+)-\d+\.rank$/.exec(key) ?? []
  return ITEM_PLACES[item]
}

/** A cell of 指标对比 is what its item is in that exam; its distance is made of the same students. */
function itemOf(key: string, itself: Indicator | undefined): Indicator | undefined {
  const item = INDICATORS[key.slice(0, Math.max(key.indexOf('-'), 0))]
  if (itself === undefined || item === undefined) return itself ?? item
  if (contrastPlace(key)) return place(itself.formula)
  return itself.behind && item.behind ? { ...itself, behind: item.behind } : itself
}
