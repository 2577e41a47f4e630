import {
  copyPapers,
  getCourseQuestionList,
  getPaperList,
  importFromSelfStudy,
  savePaper,
} from '@xueheng/contract/domains/exam/paper/paper-calls.ts'
import {
  type GivenQuestion,
  ONLY_PAPER,
  paperQuestion,
  paperVersion,
} from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sumPaper } from '@xueheng/contract/domains/exam/paper/paper-sums.ts'
import { plainNo } from '@xueheng/contract/domains/exam/paper/paper-values.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { implement } from '../../../platform/module.ts'
import { listAll } from '../../../platform/rows/read.ts'
import { coursesOf } from '../exam-course.ts'
import { findExam } from '../exam-row.ts'
import { judgePaper } from './judge-paper.ts'
import { openPaper } from './open-paper.ts'
import { type PaperPlace, type StoredQuestion, placeOf, readCourse, readPaper } from './questions.ts'
import { paperBookHandlers } from './paper-books.ts'
import { type KeptQuestions, storePaper } from './store-paper.ts'

async function listQuestions(ctx: Ctx, { examId, courseName, paperCode }: Input<typeof getCourseQuestionList>) {
  await findExam(ctx, examId)
  return readCourse(ctx, { examId, courseName }, paperCode)
}

/** One line per paper; a course without questions has one too. */
async function listPapers(ctx: Ctx, { examId }: { examId: string }): Promise<Output<typeof getPaperList>> {
  await findExam(ctx, examId)
  const courses = await coursesOf(ctx, examId)
  const questions = await listAll(paperQuestion, ctx, { examId_equal: examId })
  return courses.flatMap(({ courseName, examScore }) => {
    const own = questions.filter((one) => one.courseName === courseName)
    const codes = [...new Set(own.map((one) => one.paperCode))].toSorted()
    return (codes.length > 0 ? codes : [ONLY_PAPER]).map((paperCode) => {
      const paper = own.filter((one) => one.paperCode === paperCode)
      const { total, objective, questionNum, objectiveNum } = sumPaper(paper)
      const isWhole = total === examScore ? 1 : 0
      return { courseName, paperCode, examScore, total, objective, questionNum, objectiveNum, isWhole }
    })
  })
}

/** What is in a paper now, as numbers. */
function numbersOf(rows: readonly StoredQuestion[]): Set<string> {
  return new Set(rows.map((row) => row.questionNo))
}

async function saveWhole(ctx: Ctx, input: Input<typeof savePaper>): Promise<KeptQuestions> {
  const place = placeOf(input)
  await openPaper(ctx, place)
  const before = await readPaper(ctx, place)
  if (input.version && input.version !== paperVersion(before)) throw new AppError('row.stale')
  const questions = await judgePaper(ctx, input.questions, numbersOf(before))
  return storePaper(ctx, place, questions, savePaper.title)
}

/** The questions of another program among those that are there; nothing is taken away. */
async function takeFromSelfStudy(ctx: Ctx, input: Input<typeof importFromSelfStudy>): Promise<KeptQuestions> {
  const place = placeOf(input)
  await openPaper(ctx, place)
  if (!Array.isArray(input.questions)) throw refuse('题目应为列表')
  const before = await readPaper(ctx, place)
  const merged = mergeQuestions(before, input.questions)
  return storePaper(ctx, place, await judgePaper(ctx, merged, numbersOf(before)), importFromSelfStudy.title)
}

/** Questions are known again by where they come from, then by their number. */
function mergeQuestions(before: readonly StoredQuestion[], given: readonly GivenQuestion[]): GivenQuestion[] {
  const rest = [...given]
  const take = (isIt: (one: GivenQuestion) => boolean): GivenQuestion | undefined => {
    const at = rest.findIndex(isIt)
    return at < 0 ? undefined : rest.splice(at, 1)[0]
  }
  const merged = before.map((row) => {
    const source = row.sourceQuestionId
    const found =
      take((one) => Boolean(source) && one?.sourceQuestionId === source) ??
      take((one) => plainNo(String(one?.questionNo ?? '')) === row.questionNo)
    return { ...row, ...found, id: row.id }
  })
  return [...merged, ...rest]
}

const MOST_COURSES = 30

async function copyCourses(ctx: Ctx, input: Input<typeof copyPapers>): Promise<Output<typeof copyPapers>> {
  const { examId, fromExamId, courseNames, isReplace } = input
  if (courseNames.length > MOST_COURSES) throw refuse(`科目不能超过${MOST_COURSES}个`)
  await findExam(ctx, examId)
  await findExam(ctx, fromExamId)
  if (fromExamId === examId) throw refuse('来源考试不能是本次考试')
  const copied = []
  for (const name of new Set(courseNames)) {
    copied.push({
      courseName: name,
      ...(await copyCourse(ctx, { examId, fromExamId, courseName: name }, isReplace === 1)),
    })
  }
  return copied
}

interface CopyPlace {
  examId: string
  fromExamId: string
  courseName: string
}

async function copyCourse(
  ctx: Ctx,
  { examId, fromExamId, courseName }: CopyPlace,
  isReplace: boolean,
): Promise<{ questionNum: number; message: string }> {
  await openPaper(ctx, { examId, courseName })
  const source = await readCourse(ctx, { examId: fromExamId, courseName })
  if (source.length === 0) return { questionNum: 0, message: '来源考试没有该科题目' }
  const there = await readCourse(ctx, { examId, courseName })
  if (there.length > 0 && !isReplace) return { questionNum: 0, message: '已有题目，没有代替' }
  for (const paperCode of new Set([...there, ...source].map((row) => row.paperCode))) {
    const place: PaperPlace = { examId, courseName, paperCode }
    const wanted = source.filter((row) => row.paperCode === paperCode).map(({ id: _other, ...question }) => question)
    await storePaper(ctx, place, wanted, copyPapers.title)
  }
  return { questionNum: source.length, message: '' }
}

export const paperHandlers = [
  implement(getCourseQuestionList, listQuestions),
  implement(getPaperList, listPapers),
  implement(savePaper, saveWhole),
  implement(copyPapers, copyCourses),
  implement(importFromSelfStudy, takeFromSelfStudy),
  ...paperBookHandlers,
]
