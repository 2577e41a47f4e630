/** The pipeline once more as plain functions over rows: slow, obvious, and what the SQL must agree with. */
import { frontNum, oneMarkTable } from '../src/domains/exam/formulas/bands.ts'
import { fractionRanks, percentileRank, ranks, ranksWithin, sequenceRanks } from '../src/domains/exam/formulas/ranks.ts'
import { countyComposite, thresholds, type Thresholds, weightedComposite } from '../src/domains/exam/formulas/rates.ts'
import { quantile, standardDeviation, sum } from '../src/domains/exam/formulas/statistics.ts'
import { takenPaper, totalOf } from '../src/domains/exam/formulas/total.ts'
import type { ExamSpec } from '../src/domains/exam/compute/exam-spec.ts'
import type { RosterRow, ScoreRow } from './exam-csv.ts'

export interface ModelPaper {
  sid: number
  courseId: number
  area: string
  school: string
  cls: string
  /** Whom its place in the combination is counted among; empty: nobody. */
  combination: string
  /** What enters the statistics. */
  score10: number | null
  status: number
  allPass: boolean
}

export interface Model {
  papers: ModelPaper[]
  full10: Map<number, number>
  lines: Map<number, Thresholds>
}

export function modelOf(spec: ExamSpec, roster: RosterRow[], scores: ScoreRow[]): Model {
  const full10 = fullMarks(spec, roster, scores)
  const lines = new Map(
    [...full10].map(([id, full]) => [
      id,
      thresholds(
        full,
        spec.rule,
        spec.courses.find((c) => c.courseId === id),
      ),
    ]),
  )
  const counted = roster.filter((row) => row.is_count === 1 || !spec.rule.isCountOnly)
  const papers = counted.flatMap((row) =>
    studentPapers(
      spec,
      row,
      scores.filter(({ sid }) => sid === row.sid),
      lines,
    ),
  )
  return { papers, full10, lines }
}

function tenths(row: ScoreRow): { score10: number | null; status: number } {
  return { score10: row.score === null ? null : Math.round(row.score * 10), status: row.score_status ?? 0 }
}

/** The total's full mark is what most students could reach; of equally many the higher one. */
function fullMarks({ courses }: ExamSpec, roster: RosterRow[], scores: ScoreRow[]): Map<number, number> {
  const full = new Map(courses.map(({ courseId, examScore }) => [courseId, examScore * 10]))
  const inTotal = new Set(courses.filter(({ isInTotal }) => isInTotal === 1).map(({ courseId }) => courseId))
  const counts = new Map<number, number>()
  for (const { sid } of roster) {
    const own = scores.filter((row) => row.sid === sid && inTotal.has(row.course_id ?? 0))
    const reach = sum(own.map((row) => full.get(row.course_id ?? 0) ?? 0))
    if (own.length > 0) counts.set(reach, (counts.get(reach) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([a, n], [b, m]) => m - n || b - a)
  return full.set(0, most?.[0] ?? 0)
}

function studentPapers(
  { courses, rule }: ExamSpec,
  row: RosterRow,
  own: ScoreRow[],
  lines: Map<number, Thresholds>,
): ModelPaper[] {
  const place = {
    sid: Number(row.sid),
    area: String(row.area_code),
    school: String(row.school_code),
    cls: String(row.class_code ?? row.exam_class),
    combination: String(row.course_combination ?? ['', '历史类', '物理类'][Number(row.arts_science)]),
  }
  const kept = (score10: number | null) => (rule.removeZeroScores && score10 === 0 ? null : score10)
  const inTotal = courses.filter(({ isInTotal }) => isInTotal === 1).map(({ courseId }) => courseId)
  const summed = own.filter(({ course_id }) => inTotal.includes(course_id ?? 0))
  const total = totalOf(summed.map(tenths), rule.absentPolicy)
  const passesAll = summed.every((paper) => {
    const { score10, status } = takenPaper(tenths(paper))
    return status === 6 || (score10 !== null && score10 >= (lines.get(paper.course_id ?? 0)?.pass10 ?? 0))
  })
  const allPass = passesAll && kept(total.score10) !== null
  const single = own.map((paper) => {
    const { score10, status } = takenPaper(tenths(paper))
    return { ...place, courseId: paper.course_id ?? 0, score10: kept(score10), status, allPass: false }
  })
  // A roster row without any paper is nobody's list entry but the total's.
  const status = own.length === 0 ? 1 : total.status
  return [{ ...place, courseId: 0, score10: kept(total.score10), status, allPass }, ...single]
}

export type Grain = 'all' | 'area' | 'school' | 'class'

export function unitKey(paper: Pick<ModelPaper, 'area' | 'school' | 'cls'>, grain: Grain): string {
  if (grain === 'all') return ''
  if (grain === 'area') return paper.area
  return grain === 'school' ? `${paper.area}/${paper.school}` : `${paper.area}/${paper.school}/${paper.cls}`
}

/** sid/course → ranks in the four scopes and in the combination, and the percentile rank. */
export function modelRanks(
  { papers }: Model,
  courseId: number,
): Map<number, { ranks: (number | null)[]; pr: number | null }> {
  const own = papers.filter((paper) => paper.courseId === courseId)
  const scores = own.map(({ score10 }) => score10)
  const present = scores.filter((score) => score !== null)
  const scopes = [
    ranks(scores),
    ...(['area', 'school', 'class'] as const).map((grain) =>
      ranksWithin(
        scores,
        own.map((paper) => unitKey(paper, grain)),
      ),
    ),
    ranksWithin(
      own.map(({ score10, combination }) => (combination === '' ? null : score10)),
      own.map(({ combination }) => combination),
    ),
  ]
  return new Map(
    own.map((paper, at) => {
      const below = present.filter((score) => paper.score10 !== null && score < paper.score10).length
      const equal = present.filter((score) => score === paper.score10).length
      const pr = paper.score10 === null ? null : percentileRank(below, equal, present.length)
      return [paper.sid, { ranks: scopes.map((scope) => scope[at] ?? null), pr }]
    }),
  )
}

export interface ModelQuota {
  key: string
  counts: Record<string, number | null>
  quartiles: (number | null)[]
  ranks: Record<string, number | null>
  composite: number | null
}

/** The quota rows of one course and grain, by unit. */
export function modelQuota(model: Model, { rule }: ExamSpec, courseId: number, grain: Grain): ModelQuota[] {
  const own = model.papers.filter((paper) => paper.courseId === courseId)
  const keys = [...new Set(own.map((paper) => unitKey(paper, grain)))]
  const facts = keys.map((key) => {
    const members = own.filter((paper) => unitKey(paper, grain) === key)
    return { key, ...quotaCounts(model, members, courseId, rule.rateBase) }
  })
  const composites = facts.map(({ counts }) => compositeParts(counts))
  const top = (name: 'mean10' | 'passRate' | 'excellentRate') =>
    Math.max(...composites.map((parts) => parts[name] ?? -1))
  const best = { mean10: top('mean10'), passRate: top('passRate'), excellentRate: top('excellentRate') }
  const values = composites.map((parts) =>
    rule.composite.kind === 'county'
      ? countyComposite(parts, best, rule.composite.weights)
      : weightedComposite(parts, model.full10.get(courseId) ?? 0, rule.composite.weights),
  )
  const rankOf = (part: string, whole: string, end: 'high' | 'low' = 'high') =>
    fractionRanks(
      facts.map(({ counts }) => [counts[part] ?? 0, counts[whole] ?? 0]),
      end,
    )
  const all = {
    avg: rankOf('sum10', 'studentNum'),
    excellent: rankOf('excellentNum', 'baseNum'),
    pass: rankOf('passNum', 'baseNum'),
    low: rankOf('lowNum', 'baseNum', 'low'),
    composite: ranks(values.map((value) => (value === null ? null : Math.round(value * 1e8)))),
  }
  return facts.map((fact, at) => ({
    ...fact,
    composite: values[at] ?? null,
    ranks: Object.fromEntries(Object.entries(all).map(([name, list]) => [`${name}Rank`, list[at] ?? null])),
  }))
}

function compositeParts(counts: Record<string, number | null>) {
  const share = (part: string, whole: string) => (counts[whole] ? (counts[part] ?? 0) / (counts[whole] ?? 1) : null)
  return {
    mean10: share('sum10', 'studentNum'),
    passRate: share('passNum', 'baseNum'),
    excellentRate: share('excellentNum', 'baseNum'),
  }
}

function quotaCounts(
  model: Model,
  members: ModelPaper[],
  courseId: number,
  rateBase: string,
): Pick<ModelQuota, 'counts' | 'quartiles'> {
  const scores = members.flatMap(({ score10 }) => (score10 === null ? [] : [score10]))
  const line = model.lines.get(courseId) ?? { excellent10: 0, good10: 0, pass10: 0, low10: 0 }
  const full10 = model.full10.get(courseId) ?? 0
  const reach = (from: number) => scores.filter((score) => score >= from).length
  const due = members.filter(({ status }) => status !== 5 && status !== 6).length
  return {
    counts: {
      planNum: members.length,
      studentNum: scores.length,
      absentNum: members.filter(({ status }) => status === 1).length,
      zeroNum: members.filter(({ status }) => status === 2).length,
      baseNum: rateBase === 'plan' ? due : scores.length,
      sum10: scores.length > 0 ? sum(scores) : null,
      sumsq100: scores.length > 0 ? sum(scores.map((score) => score * score)) : null,
      max10: scores.length > 0 ? Math.max(...scores) : null,
      min10: scores.length > 0 ? Math.min(...scores) : null,
      excellentNum: reach(line.excellent10),
      goodNum: reach(line.good10),
      passNum: reach(line.pass10),
      lowNum: scores.filter((score) => score < line.low10).length,
      fullNum: reach(full10),
      allPassNum: courseId === 0 ? members.filter(({ allPass }) => allPass).length : null,
    },
    quartiles: [0.25, 0.5, 0.75].map((p) => quantile(scores, p)),
  }
}

/** z of a course score among all. */
export function modelZ({ papers }: Model, { rule }: ExamSpec, courseId: number): Map<number, number | null> {
  const scores = papers.flatMap((paper) =>
    paper.courseId === courseId && paper.score10 !== null ? [paper.score10] : [],
  )
  const sd = standardDeviation(scores, rule.sdType)
  const centre = sum(scores) / scores.length
  return new Map(scores.map((score) => [score, sd ? (score - centre) / sd : null]))
}

export function modelMarks({ papers }: Model, courseId: number) {
  return oneMarkTable(
    papers.flatMap((paper) => (paper.courseId === courseId && paper.score10 !== null ? [paper.score10] : [])),
  )
}

/** school → how many of it are among the first n of all. */
export function modelFront(model: Model, courseId: number, n: number): Map<string, number> {
  const own = model.papers.filter((paper) => paper.courseId === courseId)
  const list = ranks(own.map(({ score10 }) => score10))
  const keys = [...new Set(own.map((paper) => unitKey(paper, 'school')))]
  return new Map(
    keys.map((key) => [
      key,
      frontNum(
        list.filter((_rank, at) => unitKey(own[at]!, 'school') === key),
        n,
      ),
    ]),
  )
}

/** sid → 位次 (F12) of those with a total; the courses are 语文, 数学 and one that decides nothing. */
export function modelSequence({ papers }: Model): Map<number, number> {
  const scoreOf = (sid: number, courseId: number) =>
    papers.find((paper) => paper.sid === sid && paper.courseId === courseId)?.score10 ?? 0
  const own = papers.filter(({ courseId, score10 }) => courseId === 0 && score10 !== null)
  const keys = own.map(({ sid, score10 }) => {
    const [chinese, maths] = [scoreOf(sid, 1), scoreOf(sid, 2)]
    return [score10 ?? 0, chinese + maths, Math.max(chinese, maths)]
  })
  const places = sequenceRanks(keys)
  return new Map(own.map(({ sid }, at) => [sid, places[at] ?? 0]))
}
