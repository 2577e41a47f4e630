import { type PaperFault, MOST_QUESTIONS, findPaperFaults } from '@xueheng/contract/domains/exam/paper/paper-faults.ts'
import { type GivenQuestion, questionFields } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { parseQuestion } from '@xueheng/contract/domains/exam/paper/paper-values.ts'
import type { Problem } from '@xueheng/contract/derive/schema.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { valueProblems } from '../../../platform/rows/values.ts'

/**
 * The questions of a whole paper, or a refusal with every fault as `row.field`: first of the values by themselves, then
 * of what they are to each other. Numbers in `known` may keep a key of a dictionary that is out of use.
 */
export async function judgePaper(ctx: Ctx, given: unknown, known: ReadonlySet<string>): Promise<GivenQuestion[]> {
  if (!Array.isArray(given)) throw refuse('题目应为列表')
  if (given.length > MOST_QUESTIONS) throw refuse(`一份试卷最多${MOST_QUESTIONS}题`)
  const parsed = given.map(parseQuestion)
  const questions = parsed.map(({ question }) => question)
  const keys = await valueProblems(
    ctx,
    { fields: questionFields },
    questions.map((values) => ({ values, mayKeep: known.has(values.questionNo) })),
  )
  const ofValues = parsed.flatMap(({ problems }, at) => placed(at, problems.length > 0 ? problems : (keys[at] ?? [])))
  throwFaults(ofValues)
  throwFaults(findPaperFaults(questions).flatMap(({ at, field, message }) => placed(at, [{ field, message }])))
  return questions
}

function placed(at: number, problems: Problem[]): Problem[] {
  return problems.map(({ field, message }) => ({ field: `${at}.${field}`, message }))
}

function throwFaults(problems: Problem[]): void {
  const [first] = problems
  if (!first) return
  const row = Number(first.field.split('.')[0]) + 1
  throw new AppError('request.invalid', { message: `第${row}行：${first.message}` }, problems)
}

/**
 * Faults of a paper that it did not have before; those about marks wait for the whole paper, and doubled numbers are for
 * the natural key to refuse.
 */
export function newFaults(before: readonly GivenQuestion[], after: readonly GivenQuestion[]): PaperFault[] {
  const keyOf = (rows: readonly GivenQuestion[], { at, field, message }: PaperFault) =>
    `${rows[at]?.id ?? ''} ${field} ${message}`
  const known = new Set(findPaperFaults(before).map((one) => keyOf(before, one)))
  return findPaperFaults(after).filter(
    (one) => !one.isSum && one.field !== 'questionNo' && !known.has(keyOf(after, one)),
  )
}
