import { bookInfo } from '@xueheng/contract/domains/mall/book-info.ts'
import { questionManage, questionUpload } from '@xueheng/contract/domains/mall/question-manage.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { attempt } from '../../platform/db/attempt.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { findRow } from '../../platform/rows/read.ts'
import { submit } from '../../platform/rows/write.ts'
import { QUESTION, judgementIn, lettersIn } from './grade-answer.ts'
import { assertKeeper } from './units.ts'

type Question = EntityRow<typeof questionManage.fields>

const OPTIONS = ['optionA', 'optionB', 'optionC', 'optionD', 'optionE', 'optionF'] as const
const LETTERS = 'ABCDEF'
/** What somebody has answered stays as it was read. */
const WORDING = ['bookId', 'questionType', 'title', 'answer', ...OPTIONS] as const
const MOST_QUESTIONS = 500

export const questionHooks = hook(questionManage, {
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    if (!before) Object.assign(row, { usedCount: 0, correctCount: 0 })
    const whole = { ...before, ...row }
    const letters = lettersOf(whole)
    row.answer = answerOf(whole, letters)
    assertUnanswered({ ...whole, answer: row.answer }, before)
  },
  async beforeRemove(ctx, rows) {
    assertKeeper(ctx)
    const used = rows.find(({ usedCount }) => (usedCount ?? 0) > 0)
    if (used) throw refuse(`「${used.title}」已有学生作答，不能删除，可以停用`)
  },
  async afterRestore(ctx, rows) {
    assertKeeper(ctx)
    for (const { bookId } of rows) if (!(await findRow(bookInfo, ctx, bookId))) throw refuse('请先恢复它的图书')
  },
})

function assertUnanswered(whole: Partial<Question>, before: Question | undefined): void {
  if (!before?.usedCount) return
  const changed = WORDING.find((name) => (whole[name] ?? '') !== (before[name] ?? ''))
  if (changed) throw fault(changed, '已有学生作答，不能改题干、选项和答案，请停用后另建一题')
}

/** Letters of the options that are given: from A on, without a gap, where the type has any. */
function lettersOf(row: Partial<Question>): string {
  const given = OPTIONS.map((name) => Boolean(row[name]?.trim()))
  const count = given.lastIndexOf(true) + 1
  if (row.questionType !== QUESTION.single && row.questionType !== QUESTION.multiple) {
    if (count > 0) throw fault(OPTIONS[given.indexOf(true)] ?? 'optionA', '只有单选题和多选题有选项，请清空选项')
    return ''
  }
  const gap = given.indexOf(false)
  if (count < 2) throw fault(OPTIONS[count === 0 ? 0 : gap] ?? 'optionB', '选择题至少有两个选项')
  if (gap >= 0 && gap < count) throw fault(OPTIONS[gap] ?? 'optionA', '选项须从A起依次填写')
  const texts = OPTIONS.slice(0, count).map((name) => row[name]?.trim())
  const twin = texts.findIndex((one, at) => texts.indexOf(one) !== at)
  if (twin >= 0) throw fault(OPTIONS[twin] ?? 'optionA', '与另一个选项相同')
  return LETTERS.slice(0, count)
}

/** The answer as it is kept: letters in order, 对 or 错, the ways to fill a blank without spaces around them. */
function answerOf({ questionType, answer }: Partial<Question>, letters: string): string {
  const text = (answer ?? '').trim()
  if (questionType === QUESTION.single || questionType === QUESTION.multiple) return chosen(text, letters, questionType)
  if (questionType === QUESTION.judgement) return judged(text)
  if (questionType === QUESTION.blank) {
    const ways = text.split(/[|｜]/).map((one) => one.trim())
    if (ways.includes('')) throw fault('answer', '填空题的几种写法用|隔开，不能有空的')
    return [...new Set(ways)].join('|')
  }
  return text
}

function chosen(text: string, letters: string, questionType: number): string {
  const keys = [...lettersIn(text)]
  const stranger = keys.find((key) => !letters.includes(key))
  if (stranger) throw fault('answer', `没有选项${stranger}`)
  if (questionType === QUESTION.single && keys.length !== 1) throw fault('answer', '单选题只有一个答案')
  if (questionType === QUESTION.multiple && keys.length < 2) throw fault('answer', '多选题至少有两个答案')
  return keys.join('')
}

function judged(text: string): string {
  const judgement = judgementIn(text)
  if (!judgement) throw fault('answer', '判断题的答案填对或错')
  return judgement
}

interface UploadFault {
  row: number
  field: string
  message: string
}

/** All questions of the body, or none of them and what is wrong with each. */
async function upload(ctx: Ctx, bookId: string, questions: object[]) {
  const total = questions.length
  const errors: UploadFault[] = []
  await attempt(ctx, async (inside) => {
    for (const [at, question] of questions.entries())
      errors.push(...(await faultsOf(inside, { ...question, bookId, id: undefined }, at + 1)))
    if (errors.length > 0) throw refuse('题目有问题，全部未保存')
  })
  const failed = new Set(errors.map(({ row }) => row)).size
  return { total, success: failed === 0 ? total : 0, failed, errors }
}

async function faultsOf(ctx: Ctx, question: Record<string, unknown>, row: number): Promise<UploadFault[]> {
  const made = await attempt(ctx, (inside) => submit(questionManage, inside, question, questionHooks.hooks))
  if (made.refusal === undefined) return []
  if (made.problems.length === 0) return [{ row, field: 'title', message: made.refusal }]
  return made.problems.map(({ field, message }) => ({ row, field, message }))
}

export const questionHandlers = [
  implement(questionUpload, async (ctx, { bookId, questions }) => {
    assertKeeper(ctx)
    if (!questions || questions.length === 0) throw fault('questions', '请填写题目')
    if (questions.length > MOST_QUESTIONS) throw fault('questions', `一次最多${MOST_QUESTIONS}道题`)
    return upload(ctx, bookId, questions)
  }),
]
