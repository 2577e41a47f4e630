import { type KnowledgePoint, type PaperQuestion, QUESTION_TYPE, USUAL_OPTIONS } from './paper-question.ts'
import { chosenNum, groupByParent, sumLevel } from './paper-sums.ts'

/** Something wrong with a question of a paper. */
export interface PaperFault {
  /** Place of the question in the paper, from 0. */
  at: number
  field: keyof PaperQuestion
  message: string
  /** Tells of marks that only the whole paper decides: a question kept alone may have it for a while. */
  isSum?: boolean
}

export const MOST_QUESTIONS = 300

/** Everything wrong with the questions of one paper beside what the fields themselves say. */
export function findPaperFaults(questions: readonly PaperQuestion[]): PaperFault[] {
  return [
    ...questions.flatMap((one, at) => ownFaults(one).map((fault) => ({ at, ...fault }))),
    ...numberFaults(questions),
    ...parentFaults(questions),
    ...choiceFaults(questions),
  ]
}

type OwnFault = Omit<PaperFault, 'at'>

function ownFaults(question: PaperQuestion): OwnFault[] {
  return [scoreFault, answerFault, partFault, pointFault, chooseFault].flatMap((rule) => rule(question) ?? [])
}

function scoreFault({ questionScore }: PaperQuestion): OwnFault | undefined {
  if (!questionScore || questionScore * 2 === Math.floor(questionScore * 2)) return undefined
  return { field: 'questionScore', message: '分值应为0.5的倍数' }
}

/** A key of options is held to the options there are. */
function answerFault({ questionType, answer, optionNum }: PaperQuestion): OwnFault | undefined {
  const fault = (message: string): OwnFault => ({ field: 'answer', message })
  if (!answer) return undefined
  if (questionType === QUESTION_TYPE.judge) return JUDGE_WORDS.has(answer) ? undefined : fault('判断题的答案应为对或错')
  if (questionType !== QUESTION_TYPE.single && questionType !== QUESTION_TYPE.multiple) return undefined
  const last = String.fromCharCode(64 + (optionNum ?? USUAL_OPTIONS))
  const letters = [...answer]
  if (letters.some((letter) => letter < 'A' || letter > last)) return fault(`答案「${answer}」超出选项A到${last}`)
  if (new Set(letters).size < letters.length) return fault(`答案「${answer}」有重复的选项`)
  return questionType === QUESTION_TYPE.single && letters.length > 1 ? fault('单选题只能有一个答案') : undefined
}

const JUDGE_WORDS = new Set(['对', '错', 'A', 'B'])

function partFault({ partRule, questionType, questionScore }: PaperQuestion): OwnFault | undefined {
  const fault = (message: string): OwnFault => ({ field: 'partRule', message })
  if (!partRule) return undefined
  if (questionType !== QUESTION_TYPE.multiple) return fault('只有多选题可以设置漏选给分')
  if (partRule.kind === 'half') return undefined
  if (!partRule.score || partRule.score < 0) return fault('漏选给分应大于0')
  return partRule.score > questionScore ? fault('漏选给分不能超过分值') : undefined
}

/** Weights in ten-thousandths, so that they add up exactly. */
function pointFault({ knowledgePoints }: PaperQuestion): OwnFault | undefined {
  const fault = (message: string): OwnFault => ({ field: 'knowledgePoints', message })
  if (!knowledgePoints || knowledgePoints.length === 0) return undefined
  const twice = knowledgePoints.find((one, i) => knowledgePoints.findIndex((other) => isSame(one, other)) !== i)
  if (twice) return fault(`知识点「${twice.name}」重复`)
  if (knowledgePoints.some(({ weight }) => !(weight > 0))) return fault('知识点的权重应大于0')
  const sum = knowledgePoints.reduce((total, { weight }) => total + Math.round(weight * 10_000), 0)
  return sum === 10_000 ? undefined : fault(`知识点的权重合计为${sum / 10_000}，应为1`)
}

function isSame(one: KnowledgePoint, other: KnowledgePoint): boolean {
  return one.name === other.name
}

function chooseFault({ chooseGroup, chooseNum }: PaperQuestion): OwnFault | undefined {
  return chooseNum && !chooseGroup ? { field: 'chooseGroup', message: '请填写选做组' } : undefined
}

function numberFaults(questions: readonly PaperQuestion[]): PaperFault[] {
  const first = new Map<string, number>()
  return questions.flatMap(({ questionNo }, at): PaperFault[] => {
    const known = first.get(questionNo)
    if (known === undefined) first.set(questionNo, at)
    if (known === undefined || !questionNo) return []
    return [{ at, field: 'questionNo', message: `题号「${questionNo}」重复` }]
  })
}

/** Questions that belong to others: to one of the paper, not to themselves, and with the marks of the one above. */
function parentFaults(questions: readonly PaperQuestion[]): PaperFault[] {
  const byNo = new Map(questions.map((one) => [one.questionNo, one]))
  const children = groupByParent(questions)
  return questions.flatMap((one, at): PaperFault[] => {
    const { questionNo, parentNo, questionScore } = one
    if (parentNo && !byNo.has(parentNo)) return [{ at, field: 'parentNo', message: `上级题号「${parentNo}」不在本卷` }]
    if (parentNo && isBelowItself(one, byNo)) return [{ at, field: 'parentNo', message: '上级题号形成了循环' }]
    const below = byNo.get(questionNo) === one ? children.get(questionNo) : undefined
    if (!below || !questionScore) return []
    const sum = sumLevel(below)
    if (sum === questionScore) return []
    return [{ at, field: 'questionScore', message: `小题分值合计为${sum}，与本题的${questionScore}不符`, isSum: true }]
  })
}

function isBelowItself(question: PaperQuestion, byNo: ReadonlyMap<string, PaperQuestion>): boolean {
  const seen = new Set([question.questionNo])
  for (let above = question.parentNo; above; above = byNo.get(above)?.parentNo ?? null) {
    if (seen.has(above)) return above === question.questionNo
    seen.add(above)
  }
  return false
}

/** Questions to choose from stand side by side, are worth the same, and are more than are answered. */
function choiceFaults(questions: readonly PaperQuestion[]): PaperFault[] {
  const groups = new Map<string, number[]>()
  for (const [at, { chooseGroup }] of questions.entries())
    if (chooseGroup) groups.set(chooseGroup, [...(groups.get(chooseGroup) ?? []), at])
  return [...groups].flatMap(([name, places]) => {
    const group = places.flatMap((at) => questions[at] ?? [])
    const [first] = group
    if (!first) return []
    return places.flatMap((at): PaperFault[] => {
      const fault = questions[at] && choiceFault(name, questions[at], first, group)
      return fault ? [{ at, ...fault }] : []
    })
  })
}

function choiceFault(
  name: string,
  one: PaperQuestion,
  first: PaperQuestion,
  group: readonly PaperQuestion[],
): OwnFault | undefined {
  const num = chosenNum(group)
  if (one.parentNo !== first.parentNo)
    return { field: 'chooseGroup', message: `选做组「${name}」的题应在同一大题下`, isSum: true }
  if (one.chooseNum && one.chooseNum !== num)
    return { field: 'chooseNum', message: `选做组「${name}」的选做题数不一致`, isSum: true }
  if (one.questionScore && first.questionScore && one.questionScore !== first.questionScore)
    return { field: 'questionScore', message: `选做组「${name}」各题的分值应相同`, isSum: true }
  if (group.length <= num)
    return {
      field: 'chooseGroup',
      message: `选做组「${name}」只有${group.length}题，应多于选做的${num}题`,
      isSum: true,
    }
  return undefined
}
