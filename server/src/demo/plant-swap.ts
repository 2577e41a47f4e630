import { COMPULSORY, COURSES } from './courses.ts'
import { type Field, addFault } from './plant-field.ts'
import { at } from './random.ts'
import type { SampleLine } from './sample-model.ts'
import { deviation } from './self-check.ts'

/** How many from either end of a class are considered. */
const REACH = 6

interface Swap {
  pair: [SampleLine, SampleLine]
  course: string
  /** Smaller of the two distances between place in the course and place in total, in deviations of everybody's distance. */
  gap: number
}

/** Two students of one class stand in each other's row of one course: those two whom it throws furthest. */
export function swapTwo(field: Field, classes: SampleLine[][]): void {
  const swaps = COURSES.flatMap(({ name }, course) => {
    const places = placesIn(field.lines, name)
    const taking = classes.filter((members) => isCommon(course, members))
    return taking.flatMap((members) => swapsOf(members, name, places))
  })
  const { pair, course } = swaps.reduce((one, two) => (two.gap > one.gap ? two : one))
  const [high, low] = [markOf(pair[0], course), markOf(pair[1], course)]
  pair[0].score?.marks.set(course, low)
  pair[1].score?.marks.set(course, high)
  for (const line of pair) addFault(line, { code: 'C09', where: 'score', column: course, note: '两名学生串行' })
  field.keep(pair)
}

/** Whether the whole class sits the course. */
function isCommon(course: number, members: SampleLine[]): boolean {
  return COMPULSORY.some((one) => one === course) || at(members, 0).klass.firstCourse === course
}

interface CoursePlaces {
  /** Share of those who sat the course with a lower mark, and with a lower total. */
  inCourse: (mark: number) => number
  inTotal: (total: number) => number
  /** Deviation of the difference of the two. */
  spread: number
}

function placesIn(lines: SampleLine[], course: string): CoursePlaces {
  const sat = lines.filter((line) => totalOf(line) > 0 && line.score?.marks.has(course))
  const inCourse = shareBelow(sat.map((line) => markOf(line, course)))
  const inTotal = shareBelow(sat.map(totalOf))
  return {
    inCourse,
    inTotal,
    spread: deviation(sat.map((line) => inCourse(markOf(line, course)) - inTotal(totalOf(line)))),
  }
}

function swapsOf(members: SampleLine[], course: string, { inCourse, inTotal, spread }: CoursePlaces): Swap[] {
  const order = members.filter((line) => totalOf(line) > 0).toSorted((a, b) => totalOf(b) - totalOf(a))
  return order.slice(0, REACH).flatMap((one) =>
    order.slice(-REACH).map((two): Swap => {
      const [high, low] = [markOf(one, course), markOf(two, course)]
      const falls = inTotal(totalOf(one) - high + low) - inCourse(low)
      const rises = inCourse(high) - inTotal(totalOf(two) - low + high)
      return { pair: [one, two], course, gap: Math.min(falls, rises) / spread }
    }),
  )
}

/** Share of the values below a value. */
function shareBelow(values: number[]): (value: number) => number {
  const sorted = values.toSorted((a, b) => a - b)
  return (value) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(sorted, middle) < value) low = middle + 1
      else high = middle
    }
    return low / sorted.length
  }
}

function markOf({ score }: SampleLine, course: string): number {
  return Number(score?.marks.get(course) ?? 0)
}

/** 0 when a paper is missing. */
function totalOf({ score }: SampleLine): number {
  const marks = [...(score?.marks.values() ?? [])]
  return marks.every((mark) => typeof mark === 'number')
    ? marks.reduce((sum: number, mark) => sum + Number(mark), 0)
    : 0
}
