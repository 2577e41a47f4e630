/** One course of the 3+1+2 exam: paper and what its latent score consists of. */
export interface CourseModel {
  name: string
  aliases: string[]
  full: number
  /** Shares of the full mark. */
  mean: number
  sd: number
  /** Loadings of general ability, language and science; the rest is chance. */
  ability: number
  language: number
  science: number
  /** Marks the paper moves in. */
  step: 0.5 | 1
  /** What the recipe's prototype obtained in marks; the self-check compares with it. */
  expected: { mean: number; sd: number }
}

function course(
  name: string,
  full: number,
  [mean, sd]: [number, number],
  [ability, language, science]: [number, number, number],
  step: 0.5 | 1,
  [gotMean, gotSd]: [number, number],
  aliases: string[] = [],
): CourseModel {
  return { name, aliases, full, mean, sd, ability, language, science, step, expected: { mean: gotMean, sd: gotSd } }
}

/** In the order of every score sheet. */
export const COURSES: readonly CourseModel[] = [
  course('语文', 150, [0.66, 0.085], [0.7, 0.35, 0], 0.5, [99.8, 13]),
  course('数学', 150, [0.55, 0.175], [0.8, 0, 0.3], 1, [84, 26.4]),
  course('外语', 150, [0.6, 0.165], [0.75, 0.3, 0], 0.5, [91.1, 25.1], ['英语']),
  course('物理', 100, [0.52, 0.18], [0.78, 0, 0.38], 1, [53, 18.4]),
  course('历史', 100, [0.6, 0.15], [0.72, 0.4, 0], 0.5, [60.8, 15.2]),
  course('化学', 100, [0.54, 0.18], [0.78, 0, 0.36], 1, [54.9, 18.1]),
  course('生物', 100, [0.58, 0.16], [0.76, 0, 0.28], 1, [59.2, 16.5]),
  course('政治', 100, [0.6, 0.13], [0.7, 0.4, 0], 0.5, [60.7, 13.3], ['思想政治']),
  course('地理', 100, [0.57, 0.15], [0.72, 0.3, 0.1], 0.5, [58, 15.2]),
]

export const COMPULSORY = [0, 1, 2] as const
export const PHYSICS = 3
export const HISTORY = 4
/** 62 % choose 物理. */

/** A home class is formed by 物理 or 历史; it has one of the two. */
export function isFirstChoice(course: number): boolean {
  return course === PHYSICS || course === HISTORY
}

export const PHYSICS_SHARE = 0.62

/** The four that two are chosen of, with the weights that go with each first choice. */
export const SECOND = [5, 6, 7, 8] as const
export const SECOND_WEIGHTS: Record<number, number[]> = {
  [PHYSICS]: [70, 65, 25, 40],
  [HISTORY]: [15, 40, 75, 70],
}
