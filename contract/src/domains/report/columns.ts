import { dict, integer, percent, ref, score, text } from '../../kit/field.ts'
import type { Unit } from '../../kit/report-family.ts'
import type { Grain } from '../../kit/report.ts'

/** Parameters and columns the reports share, so that one word means one thing in all of them. */

export const courseParam = { courseName: text('科目', { default: '总分', length: 20 }) }
export const areaParam = { areaCode: dict('县区', 'exam_area') }
/** Areas of one kind alone: 城区, 县域, 直属. */
export const areaTypeParam = { areaType: ref('县区分组', 'areaTypeParam', { value: 'areaType' }) }
export const schoolParam = {
  schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' }),
}
export const classParam = { classCode: text('班级代码', { length: 40 }) }
export const groupParam = { schoolGroup: dict('学校类别', 'school_group') }
export const studentTypeParam = { studentType: dict('学生类别', 'student_type') }

/** Width of a band and the marks shown one by one; what lies outside is gathered in the two end bands. */
export const bandParams = {
  step: integer('分段', { min: 1, max: 1000, unit: '分', help: '不填时按考试的统计口径' }),
  low: integer('最低', { min: 0, max: 10_000, unit: '分' }),
  high: integer('最高', { min: 1, max: 10_000, unit: '分' }),
}

/** The same for the one-mark tables. */
export const markParams = { ...bandParams, step: integer('分段', { min: 1, max: 1000, unit: '分', default: 1 }) }

export const areaUnit = { areaName: text('县区') }
export const schoolUnit = { ...areaUnit, schoolName: text('学校') }
export const classUnit = { ...schoolUnit, className: text('班级') }

/** Says whose row it is, for the log of who saw which child; not a column of the table. */
export const whoseCode = { studentCode: text('学籍号', { personal: 'studentCode', list: false }) }

/** What reports run over; the rows of students bring columns of their own. */
export const UNITS: Record<Grain, Unit> = {
  all: { params: {}, columns: {}, drill: [] },
  area: { params: { ...areaParam, ...areaTypeParam }, columns: areaUnit, drill: ['areaCode'] },
  school: { params: { ...areaParam, ...schoolParam }, columns: schoolUnit, drill: ['schoolCode'] },
  class: {
    params: { ...areaParam, ...schoolParam, ...classParam },
    columns: classUnit,
    drill: ['schoolCode', 'classCode'],
  },
  student: { params: { ...areaParam, ...schoolParam, ...classParam }, columns: classUnit, drill: [] },
}

/** 应考 = 实考 + 缺考 + 其他 */
export const numbers = {
  planNum: integer('应考'),
  studentNum: integer('实考'),
  absentNum: integer('缺考'),
  otherNum: integer('其他'),
}

/** A mean in marks with two decimals, a JSON number. */
export function mean(label: string) {
  return score(label, { scale: 2 })
}

export function rank(label: string) {
  return integer(label)
}

/** 三率：人数与率 */
export const rates = {
  excellentNum: integer('优秀人数'),
  excellentRate: percent('优秀率'),
  passNum: integer('及格人数'),
  passRate: percent('及格率'),
  lowNum: integer('低分人数'),
  lowRate: percent('低分率'),
}

/** 三率：人数、率与名次 */
export const rankedRates = {
  excellentNum: rates.excellentNum,
  excellentRate: rates.excellentRate,
  excellentRank: rank('优秀名次'),
  passNum: rates.passNum,
  passRate: rates.passRate,
  passRank: rank('及格名次'),
  lowNum: rates.lowNum,
  lowRate: rates.lowRate,
  lowRank: rank('低分名次'),
}

/** 分布：最高、最低、四分位、标准差、得分率 */
export const spread = {
  maxScore: score('最高分'),
  minScore: score('最低分'),
  q1: mean('下四分位'),
  medianScore: mean('中位数'),
  q3: mean('上四分位'),
  stdScore: mean('标准差'),
  scoreRate: percent('得分率'),
}

export const composite = { compositeScore: mean('综合值'), compositeRank: rank('综合名次') }

/** 平均分与它的比较；参照是上一级单位 */
export const comparedMean = {
  avgScore: mean('平均分'),
  avgRank: rank('名次'),
  diffAvg: mean('离均差'),
  overAvgRate: percent('超均率'),
}

/** 一个单位的总分：均分、名次、T分与分布 */
export const unitMeasures = {
  avgScore: comparedMean.avgScore,
  avgRank: comparedMean.avgRank,
  tScore: mean('T分'),
  maxScore: spread.maxScore,
  stdScore: spread.stdScore,
}

/** Who reaches a line, of those it is drawn for. */
export const atLine = { onlineNum: integer('上线人数'), onlineRate: percent('上线率') }

/** What those who reach a line are held against: the target of the unit, its students of the school year, the people of its area. */
export const againstLine = {
  targetNum: integer('目标'),
  completionRate: percent('完成率'),
  baseRate: percent('基数上线率'),
  perTenThousand: score('万人上线数', { scale: 2 }),
}

/** Beside the total of a unit: each course, how many of its students are among the first N of all, and how many reach each line. */
export const unitPivot = {
  title: '科目、前N名与上线',
  columns: {
    avgScore: comparedMean.avgScore,
    avgRank: comparedMean.avgRank,
    tScore: unitMeasures.tScore,
    num: integer('人数'),
    ...atLine,
  },
}

export const ONLINE_NOTE = '上线：总分不低于总分线；上线率的分母见口径，分文理的线以本科类的考生为分母。'
export const AGAINST_NOTES = [
  '完成率 = 上线人数 ÷ 目标；县区与联考的目标是所属学校之和，没有定目标的学校按没有计。',
  '基数上线率 = 上线人数 ÷ 学年的在校人数（没有年级人数时为学生基数）；万人上线数 = 上线人数 ÷ 县区人口（万人）；有学校或县区没有登记的，上级不计算。',
]

export const UNIT_NOTES = [
  '单位的T分 = 50 + 10 ×（单位均分 − 联考均分）÷ 联考标准差，各科可以相互比较。',
  '前N名按总分联考名次计，第 N 名有并列时全部计入。',
  '上线：总分不低于总分线；分文理的线以本科类的考生为分母。',
]

/** 与上次考试相比的名次；没有对比考试时不显示 */
export const rankBefore = { rankPrev: rank('上次'), rankChange: integer('升降') }

/** 等级与赋分；只有按等级赋分的科目才有 */
export const levelCells = { levelName: text('等级'), levelScore: score('赋分') }

export const CHANGE_NOTE = '升降 = 上次名次 − 本次名次，正数为进步；上次未参加的没有升降。两次考试范围不同时仅供参考。'
export const RANK_NOTE = '名次：同分并列，后续名次顺延（如 1、2、2、4）；按未舍入的数值比较。'
export const WITHHELD_NOTE = '少于 5 人的非本单位数据不显示均分与各率；上级单位除去本单位后不足 5 人的，同样不显示。'
