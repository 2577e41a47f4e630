import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { titleOfModel } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { LEVEL_CHOICES, type LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type { RulePart } from '@xueheng/contract/domains/report/indicator.ts'
import type { MarkLine } from '@xueheng/contract/kit/report.ts'
import type { Course } from './course.ts'
import type { ExamPackage } from './exam-packages.ts'

const OTHERS = '作弊、违纪、缓考、免考'
const OTHERS_AND_ZEROS = '作弊、违纪、缓考、免考、零分'
const RATE_BASE: Record<ExamRule['rateBase'], string> = { actual: '实考人数', plan: '应考人数' }
const COMPOSITE: Record<ExamRule['composite']['kind'], string> = {
  weighted: '得分率、及格率、优秀率的加权和',
  county: '均分、及格率、优秀率与表中最好单位之比的加权和，合计行不参加比较',
}
const ABSENT: Record<ExamRule['absentPolicy'], string> = {
  anyAbsent: '任一计入总分的科目缺考即不计总分',
  sumTaken: '缺考科目按 0 分计入总分',
  allAbsentOnly: '各科全部缺考才不计总分',
}

/** 口径: one line per choice that changes a number of the report. */
export function basisOf(source: ExamPackage, courses: Course[], courseName: unknown): string[] {
  const { dataVersion } = source.manifest
  return [
    ...Object.values(ruleLines(source, courses, courseName)).flat(),
    `数据修订：${dataVersion}；报表版本：${source.version}`,
  ]
}

/** The choices by what they bear on, in the order of the 口径; those that change nothing have no line. */
export function ruleLines(source: ExamPackage, courses: Course[], courseName: unknown): Record<RulePart, string[]> {
  const { rule, previous } = source.manifest
  return {
    counted: [
      `统计对象：${rule.isCountOnly ? '名单中标记“计入统计”的考生' : '全部考生'}；率的分母：${RATE_BASE[rule.rateBase]}`,
    ],
    other: [`应考＝实考＋缺考＋其他；其他：${rule.removeZeroScores ? OTHERS_AND_ZEROS : OTHERS}`],
    levels: levelLines(source.manifest),
    absent: [`缺考：${ABSENT[rule.absentPolicy]}；零分：${zeroLine(rule)}`],
    shares: [shareLine(rule)],
    composite: [`综合值：${COMPOSITE[rule.composite.kind]}，权重 ${rule.composite.weights.join('、')}`],
    marks: thresholdLines(courses, courseName),
    spread: [
      `标准差：${rule.sdType === 'sample' ? '样本（除以 N−1）' : '总体（除以 N）'}；小数四舍五入，名次按未舍入的数值`,
    ],
    previous: previous ? [`上次：${previous.examName}（报表版本 ${previous.version}）`] : [],
  }
}

/** How marks were assigned, by the courses that have it in common, and which total everything follows. */
function levelLines({ levels = [], rule }: ExamPackage['manifest']): string[] {
  if (levels.length === 0) return []
  const wayOf = ({ model, options }: LevelParam) => JSON.stringify([model, options])
  const ways = [...new Set(levels.map(wayOf))].map((way) => levels.filter((level) => wayOf(level) === way))
  const total = rule.totalBy === 'raw' ? '原始总分，赋分总分另列' : '赋分总分，原始总分另列'
  return [...ways.map(levelLine), `总分与名次按${total}`]
}

/** The model and what the official texts leave open, as it was chosen. */
function levelLine(levels: LevelParam[]): string {
  const [first] = levels
  if (!first) return ''
  const { zeroScore, boundary, cumulative, topEndpoint, lastEndpoint, decimals } = first.options
  const courses = levels.map(({ courseName }) => courseName).join('、')
  const start = cumulative ? '比例自高分累计' : '比例自上一等级的实际末端起算'
  const { boundary: ties, zeroScore: zeros, topEndpoint: tops, lastEndpoint: lasts } = LEVEL_CHOICES
  const ends = `首等自${tops[topEndpoint]}，末等至${lasts[lastEndpoint]}，保留${decimals === 0 ? '整数' : '一位小数'}`
  return `等级赋分（${courses}）：${titleOfModel(first.model)}；${start}；${ties[boundary]}；${zeros[zeroScore]}；${ends}`
}

/** Zeros taken out leave more than the mean. */
function zeroLine({ removeZeroScores, rateBase }: ExamRule): string {
  if (!removeZeroScores) return '计入均分'
  return rateBase === 'plan'
    ? '不计入实考、均分、各率、分数段与名次，仍计入率的分母'
    : '不计入实考、均分、各率、分数段与名次'
}

function shareLine(rule: ExamRule): string {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`
  return `优秀不低于满分的 ${percent(rule.excellentShare)}，及格不低于 ${percent(rule.passShare)}，低分低于 ${percent(rule.lowShare)}；科目另设分数线时按分数线`
}

/** The lines of the course asked for, else of the total, as marks. */
export function linesOf(courses: Course[], courseName: unknown): MarkLine[] {
  const found = courses.find((one) => one.courseName === (courseName ?? TOTAL_COURSE))
  const lines = { 优秀线: found?.excellent, 及格线: found?.pass, 低分线: found?.low }
  return Object.entries(lines).flatMap(([name, mark]) => (typeof mark === 'number' ? [{ name, mark }] : []))
}

/** The marks themselves for the course asked for, else for the total. */
function thresholdLines(courses: Course[], courseName: unknown): string[] {
  return courses
    .filter((one) => one.courseName === (courseName ?? TOTAL_COURSE))
    .map((one) => `${one.courseName}：满分 ${one.full}，优秀线 ${one.excellent}，及格线 ${one.pass}，低分线 ${one.low}`)
}
