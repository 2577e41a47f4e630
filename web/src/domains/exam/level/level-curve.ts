import type { AssignedMark, RawMark } from '@xueheng/contract/domains/exam/level/level-score.ts'

/** How many have a mark in each band of five, from the lowest band to the one of the highest mark. */
export interface Curves {
  /** Lower ends of the bands. */
  bands: number[]
  raw: number[]
  assigned: number[]
}

const WIDTH = 5

/** The marks before and after, over the same bands. */
export function curvesOf(marks: RawMark[], assigned: AssignedMark[], highest: number): Curves {
  const bands = Array.from({ length: Math.floor(highest / WIDTH) + 1 }, (_one, at) => at * WIDTH)
  const [before, after] = [bands.map(() => 0), bands.map(() => 0)]
  const markOf = new Map(assigned.map(({ score10, assigned10 }) => [score10, assigned10]))
  const add = (counts: number[], score10: number, num: number) => {
    const at = Math.min(Math.floor(score10 / 10 / WIDTH), bands.length - 1)
    counts[at] = (counts[at] ?? 0) + num
  }
  for (const { score10, num } of marks) {
    add(before, score10, num)
    const mark = markOf.get(score10)
    if (mark !== undefined) add(after, mark, num)
  }
  return { bands, raw: before, assigned: after }
}
