import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { COURSES } from './courses.ts'
import { type DirtCounts, countDirt } from './dirt-count.ts'
import type { Bureau, Sitting } from './model.ts'
import { at } from './random.ts'

/** One line of the table: what the recipe's prototype obtained and what this bureau has. */
export interface CheckLine {
  name: string
  expected: number
  obtained: number
  /** Largest difference that is still chance at 12,000 students. */
  tolerance: number
}

export interface SelfCheck {
  lines: CheckLine[]
  dirt: DirtCounts
  /** Different totals of complete students: far fewer than students, so there are ties everywhere. */
  distinctTotals: number
}

const CORRELATIONS: [one: string, two: string, expected: number][] = [
  ['语文', '数学', 0.57],
  ['数学', '物理', 0.74],
  ['语文', '外语', 0.64],
  ['物理', '化学', 0.75],
  ['历史', '政治', 0.67],
]

/** Compares the first exam, which is not yet moved by time, with the recipe. */
export function selfCheck(bureau: Bureau): SelfCheck {
  const { sittings } = at(bureau.exams, 0)
  const totals = sittings.filter(isComplete).map((sitting) => ({ sitting, total: totalOf(sitting) }))
  const marks = totals.map(({ total }) => total)
  return {
    lines: [
      ...COURSES.flatMap((_course, course) => courseLines(sittings, course)),
      line('总分平均', 447, mean(marks), 15),
      line('总分标准差', 95, deviation(marks), 10),
      line('校间占比', 0.29, betweenShare(totals), 0.06),
      ...CORRELATIONS.map(([one, two, expected]) =>
        line(`${one}-${two}`, expected, correlate(sittings, one, two), 0.05),
      ),
    ],
    dirt: countDirt(bureau),
    distinctTotals: new Set(marks).size,
  }
}

function line(name: string, expected: number, obtained: number, tolerance: number): CheckLine {
  return { name, expected, obtained: Math.round(obtained * 1000) / 1000, tolerance }
}

function courseLines(sittings: Sitting[], course: number): CheckLine[] {
  const { name, full, expected } = at(COURSES, course)
  const marks = sittings.flatMap((sitting) => markOf(sitting, course) ?? [])
  return [
    line(`${name}平均`, expected.mean, mean(marks), full * 0.02),
    line(`${name}标准差`, expected.sd, deviation(marks), expected.sd * 0.08),
  ]
}

/** In marks; nothing when the paper was not sat. */
function markOf(sitting: Sitting, course: number): number | undefined {
  const mark = sitting.marks.find((one) => one.course === course)
  return mark?.status === SCORE_STATUS.normal && mark.score10 !== null ? mark.score10 / 10 : undefined
}

function isComplete(sitting: Sitting): boolean {
  return sitting.marks.every((mark) => mark.score10 !== null)
}

function totalOf(sitting: Sitting): number {
  return sitting.marks.reduce((sum, mark) => sum + (mark.score10 ?? 0), 0) / 10
}

/** Eta squared: the share of the variance of totals that lies between schools. */
function betweenShare(totals: { sitting: Sitting; total: number }[]): number {
  const bySchool = new Map<number, number[]>()
  for (const { sitting, total } of totals) {
    const { index } = sitting.klass.school
    bySchool.set(index, [...(bySchool.get(index) ?? []), total])
  }
  const all = mean(totals.map(({ total }) => total))
  let between = 0
  for (const group of bySchool.values()) between += group.length * (mean(group) - all) ** 2
  return between / (totals.length * deviation(totals.map(({ total }) => total)) ** 2)
}

function correlate(sittings: Sitting[], one: string, two: string): number {
  const [a, b] = [one, two].map((name) => COURSES.findIndex((course) => course.name === name))
  const pairs = sittings.flatMap((sitting) => {
    const x = markOf(sitting, a ?? 0)
    const y = markOf(sitting, b ?? 0)
    return x === undefined || y === undefined ? [] : [[x, y] as const]
  })
  return correlation(
    pairs.map(([x]) => x),
    pairs.map(([, y]) => y),
  )
}

export function correlation(xs: number[], ys: number[]): number {
  const [mx, my] = [mean(xs), mean(ys)]
  const shared = xs.reduce((sum, x, i) => sum + (x - mx) * (at(ys, i) - my), 0) / xs.length
  return shared / (deviation(xs) * deviation(ys))
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Of the population, divided by N. */
export function deviation(values: number[]): number {
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length)
}
