import { type GivenQuestion, paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { parseQuestion } from '@xueheng/contract/domains/exam/paper/paper-values.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault, faults, refuse } from '../../../platform/error.ts'
import { hook } from '../../../platform/module.ts'
import { newFaults } from './judge-paper.ts'
import { openPaper } from './open-paper.ts'
import { type StoredQuestion, lastQuestionId, placeOf, readPaper } from './questions.ts'

/** Texts that have one way of writing. */
const TIDIED = ['questionNo', 'parentNo', 'answer', 'chooseGroup'] as const

/** A single question: held to the rest of its paper, but for marks that only the whole paper can make right. */
export const paperHooks = hook(paperQuestion, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    const place = placeOf({
      examId: String(all.examId),
      courseName: String(all.courseName),
      paperCode: all.paperCode ?? null,
    })
    await openPaper(ctx, place)
    const { question, problems } = parseQuestion(all)
    if (problems.length > 0) throw faults(problems)
    const paper = await readPaper(ctx, place)
    const own = { ...question, id: before?.id ?? 'new' }
    const after = before ? paper.map((one) => (one.id === before.id ? own : one)) : [...paper, own]
    refuseFaults(paper, after, own.id)
    for (const name of TIDIED) if (row[name]) Object.assign(row, { [name]: question[name] })
    if (before) return
    const last = Math.max(0, ...paper.map((one) => one.sort ?? 0))
    Object.assign(row, { questionId: (await lastQuestionId(ctx, place)) + 1, sort: row.sort || last + 1 })
  },
  async beforeRemove(ctx, rows) {
    const gone = new Set(rows.map((row) => row.id))
    await eachPaper(ctx, rows, (paper) => [paper, paper.filter((one) => !gone.has(one.id))])
  },
  async afterRestore(ctx, rows) {
    const back = new Set(rows.map((row) => row.id))
    await eachPaper(ctx, rows, (paper) => [paper.filter((one) => !back.has(one.id)), paper])
  },
})

/** Opens every paper the rows stand on, and refuses what would be wrong with it afterwards and is not before. */
async function eachPaper(
  ctx: Ctx,
  rows: readonly StoredQuestion[],
  change: (paper: StoredQuestion[]) => [before: StoredQuestion[], after: StoredQuestion[]],
): Promise<void> {
  const places = new Map(rows.map((row) => [[row.examId, row.courseName, row.paperCode].join(), placeOf(row)]))
  for (const place of places.values()) {
    await openPaper(ctx, place)
    const [before, after] = change(await readPaper(ctx, place))
    refuseFaults(before, after)
  }
}

/** A fault of the row itself is told at its field, one of another row with the number of that question. */
function refuseFaults(before: readonly GivenQuestion[], after: readonly GivenQuestion[], ownId?: string): void {
  const found = newFaults(before, after)
  const own = found.find(({ at }) => after[at]?.id === ownId)
  if (own) throw fault(own.field, own.message)
  const [other] = found
  if (other) throw refuse(`第${after[other.at]?.questionNo}题：${other.message}`)
}
