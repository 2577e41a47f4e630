import type { PaperQuestion } from './paper-question.ts'

type Summed = Pick<
  PaperQuestion,
  'questionNo' | 'parentNo' | 'questionScore' | 'isObjective' | 'chooseGroup' | 'chooseNum'
>

/** What the questions of one paper add up to, in marks; of questions to choose from only as many as are answered. */
export interface PaperSums {
  total: number
  objective: number
  subjective: number
  /** Questions that carry marks of their own, all of a choice. */
  questionNum: number
  objectiveNum: number
}

/** Sums of a paper. Questions whose parent is not there count as questions of their own. */
export function sumPaper<Q extends Summed>(questions: readonly Q[]): PaperSums {
  const byParent = groupByParent(questions)
  const leaves = questions.filter((one) => !byParent.has(one.questionNo))
  const tops = byParent.get('') ?? []
  const counted = countedLeaves(tops, byParent, new Set())
  const total = sumTenths(countedOf(tops))
  const objective = sumTenths(counted.filter((one) => one.isObjective === 1))
  return {
    total: total / 10,
    objective: objective / 10,
    subjective: (total - objective) / 10,
    questionNum: leaves.length,
    objectiveNum: leaves.filter((one) => one.isObjective === 1).length,
  }
}

/** Marks that questions of one level add up to, those to choose from only as often as they are answered. */
export function sumLevel<Q extends Summed>(questions: readonly Q[]): number {
  return sumTenths(countedOf(questions)) / 10
}

/** Questions by the number of the one they belong to; `''` holds those that belong to none in the paper. */
export function groupByParent<Q extends Pick<Summed, 'questionNo' | 'parentNo'>>(
  questions: readonly Q[],
): Map<string, Q[]> {
  const numbers = new Set(questions.map((one) => one.questionNo))
  const groups = new Map<string, Q[]>()
  for (const one of questions) {
    const parent = one.parentNo && numbers.has(one.parentNo) && one.parentNo !== one.questionNo ? one.parentNo : ''
    groups.set(parent, [...(groups.get(parent) ?? []), one])
  }
  return groups
}

/**
 * What the marks of one student on one paper add up to, in tenths; of questions to choose from the best count, at either level.
 * Null where he has none.
 */
export function sumEarned<Q extends Pick<Summed, 'questionNo' | 'parentNo' | 'chooseGroup' | 'chooseNum'>>(
  questions: readonly Q[],
  marks: ReadonlyMap<string, number | null>,
): number | null {
  const byParent = groupByParent(questions)
  const worthOf = (one: Q): number | null => {
    const below = byParent.get(one.questionNo)
    return below ? levelOf(below) : (marks.get(one.questionNo) ?? null)
  }
  const levelOf = (level: readonly Q[]): number | null => {
    const groups = new Map<string, Q[]>()
    for (const [at, one] of level.entries()) {
      const key = one.chooseGroup || `#${at}`
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    const best = [...groups.values()].flatMap((group) => {
      const worths = group.flatMap((one) => worthOf(one) ?? [])
      return worths.toSorted((a, b) => b - a).slice(0, group[0]?.chooseGroup ? chosenNum(group) : 1)
    })
    return best.length > 0 ? best.reduce((sum, one) => sum + one, 0) : null
  }
  return levelOf(byParent.get('') ?? [])
}

/** How many questions of a group are answered; one where it does not say. */
export function chosenNum(group: readonly Pick<Summed, 'chooseNum'>[]): number {
  return group.find((one) => one.chooseNum)?.chooseNum ?? 1
}

/** Those of one level that count: of each group the first so many. */
function countedOf<Q extends Summed>(questions: readonly Q[]): Q[] {
  const groups = new Map<string, Q[]>()
  for (const one of questions) {
    if (one.chooseGroup) groups.set(one.chooseGroup, [...(groups.get(one.chooseGroup) ?? []), one])
  }
  return questions.filter((one) => {
    const group = one.chooseGroup ? (groups.get(one.chooseGroup) ?? []) : []
    return group.length === 0 || group.indexOf(one) < chosenNum(group)
  })
}

function countedLeaves<Q extends Summed>(
  level: readonly Q[],
  byParent: ReadonlyMap<string, Q[]>,
  above: ReadonlySet<string>,
): Q[] {
  return countedOf(level).flatMap((one) => {
    const below = above.has(one.questionNo) ? undefined : byParent.get(one.questionNo)
    return below ? countedLeaves(below, byParent, new Set([...above, one.questionNo])) : [one]
  })
}

/** Exact: marks are added in tenths. */
function sumTenths(questions: readonly Pick<Summed, 'questionScore'>[]): number {
  return questions.reduce((sum, one) => sum + Math.round((one.questionScore || 0) * 10), 0)
}
