import { dependentsOf } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import {
  deployCourseLevel,
  deployExamScoreLevel,
  getScoreLevelMarks,
  getScoreLevelParams,
  saveScoreLevelParams,
} from '@xueheng/contract/domains/exam/level/level-calls.ts'
import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { assertMay, assertWholeTenant } from '../../../platform/access/rights.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { implement } from '../../../platform/module.ts'
import { requireState } from '../../../platform/states.ts'
import { coursesOf } from '../exam-course.ts'
import { type Exam, examState, findExam, raiseDataVersion } from '../exam-row.ts'
import { expireTasks, progressOf } from '../progress.ts'
import { startCompute } from '../start-compute.ts'
import { levelParamsOf, writeLevelParams } from './level-params.ts'
import { previewLevels, rawMarksOf } from './raw-marks.ts'
import { readLevels } from './read-levels.ts'

const STEP = 'CALC_LEVEL'

async function listParams(ctx: Ctx, { examId }: { examId: string }) {
  const steps = await progressOf(ctx, examId)
  const isApplied = steps.find(({ taskCode }) => taskCode === STEP)?.isFinished ?? 0
  return (await levelParamsOf(ctx, examId)).map((param) => ({ ...param, isApplied }))
}

async function listMarks(ctx: Ctx, { examId }: { examId: string }) {
  assertWholeTenant(ctx, '等级赋分')
  const exam = await findExam(ctx, examId)
  const marks = await rawMarksOf(ctx, exam)
  if (marks.every((course) => course.marks.length === 0)) throw refuse('请先归档成绩，再设置等级赋分')
  return marks
}

/** Without a list no course is assigned marks by levels any more. */
async function storeParams(ctx: Ctx, { examId, deployLevelParams }: { examId: string; deployLevelParams: unknown }) {
  const exam = await openLevels(ctx, examId)
  const params = readLevels(deployLevelParams ?? [], await courseNames(ctx, examId))
  await keepParams(ctx, exam, params)
  return previewLevels(ctx, exam, params)
}

/** The exam, where its levels may be changed by whoever asks. */
async function openLevels(ctx: Ctx, examId: string): Promise<Exam> {
  assertWholeTenant(ctx, '等级赋分')
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editLevel')
  return exam
}

async function courseNames(ctx: Ctx, examId: string): Promise<string[]> {
  return (await coursesOf(ctx, examId)).map(({ courseName }) => courseName)
}

/** Replaces the parameters: what was assigned by them has expired, and everything that stands on it. */
async function keepParams(ctx: Ctx, { id }: Exam, params: LevelParam[]): Promise<void> {
  const before = await levelParamsOf(ctx, id)
  await writeLevelParams(ctx, id, params)
  await expireTasks(ctx, id, [STEP, ...dependentsOf(STEP)])
  await raiseDataVersion(ctx, id)
  await logOperation(ctx, saveScoreLevelParams.name, saveScoreLevelParams.title, {
    entity: 'examInfo',
    rowId: id,
    before: { levels: before },
    after: { levels: params },
  })
}

async function deployAll(ctx: Ctx, { examId }: { examId: string }) {
  await openLevels(ctx, examId)
  if ((await levelParamsOf(ctx, examId)).length === 0) throw refuse('请先设置等级赋分参数')
  return startCompute(ctx, { examId })
}

interface OneCourse {
  examId: string
  courseName: string
  deployLevelParams?: LevelParam | null
}

/** Where parameters come with it they take the place of those of this course; the others stay. */
async function deployOne(ctx: Ctx, { examId, courseName, deployLevelParams }: OneCourse) {
  const exam = await openLevels(ctx, examId)
  const names = await courseNames(ctx, examId)
  if (deployLevelParams) {
    assertMay(ctx, 'examscorelevel_save')
    const [own] = readLevels([deployLevelParams], names)
    if (own?.courseName !== courseName) throw refuse(`参数是「${own?.courseName}」的，不是「${courseName}」的`)
    const others = (await levelParamsOf(ctx, examId)).filter((one) => one.courseName !== courseName)
    await keepParams(ctx, exam, [...others, own])
  }
  const params = (await levelParamsOf(ctx, examId)).filter((one) => one.courseName === courseName)
  const [preview] = await previewLevels(ctx, exam, params)
  if (!preview) throw refuse(`请先设置「${courseName}」的等级赋分参数`)
  return { ...preview, ...(await startCompute(ctx, { examId })) }
}

export const levelHandlers = [
  implement(getScoreLevelParams, listParams),
  implement(getScoreLevelMarks, listMarks),
  implement(saveScoreLevelParams, storeParams),
  implement(deployExamScoreLevel, deployAll),
  implement(deployCourseLevel, deployOne),
]
