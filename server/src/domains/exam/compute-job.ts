import { join } from 'node:path'
import { COMPUTE_PLAN, COMPUTED_TASKS, TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { execProgressAllItem, execProgressItem } from '@xueheng/contract/domains/exam/data-progress.ts'
import { execDataProgress, execPackageExam, examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { conflict, refuse } from '../../platform/error.ts'
import { type JobProgress, defineJob } from '../../platform/jobs/jobs.ts'
import { implement } from '../../platform/module.ts'
import { requireState, transition } from '../../platform/states.ts'
import type { ExamSpec } from './compute/exam-spec.ts'
import { archiveSource } from './compute/export-facts.ts'
import { type PlanOutcome, runPlan } from './compute/run-plan.ts'
import { emptyTables } from './empty-tables.ts'
import { coursesOf } from './exam-course.ts'
import { examState, findExam, ruleOf } from './exam-row.ts'
import { buildPackage } from './package/build-package.ts'
import { previousPackage, taughtIn } from './package/package-sources.ts'
import { tasksNotChosen } from './process-items.ts'
import { writeTask } from './progress.ts'
import { beginRun, endRun } from './progress-run.ts'
import { own } from '../../platform/db/table.ts'
import { examPackage } from './tables.ts'
import { into } from '../../platform/access/doors.ts'

interface ComputePayload {
  examId: string
  /** Task codes to run with what they need; everything without them. */
  tasks?: string[]
}

/** What the numbers of an exam depend on, as it stands now. */
export async function specOf(ctx: Ctx, examId: string): Promise<ExamSpec> {
  const exam = await findExam(ctx, examId)
  return {
    tenantId: ctx.user.tenantId,
    examId,
    dataVersion: exam.dataVersion ?? 0,
    rule: ruleOf(exam),
    courses: await coursesOf(ctx, examId),
  }
}

function workFolder(ctx: Ctx, examId: string): string {
  return join(ctx.files.packageFolder(ctx.user.tenantId, examId), 'work')
}

/** Runs the stale steps of the plan. The exam is 处理中 meanwhile: nobody writes to it, reports go on from the old package. */
export const computeJob = defineJob<ComputePayload>({
  name: 'exam.compute-plan',
  title: '数据处理',
  singletonKey: ({ examId }) => examId,
  async run(ctx, payload, progress) {
    const { examId } = payload
    const runId = await beginRun(ctx, examId, payload.tasks)
    const outcome = await compute(ctx, payload, progress)
    const fresh = outcome.tasks.filter((task) => task.state === TASK_STATE.done).length
    return progress.finish(async (inside) => {
      await transition(inside, examStates, examState(examId), 'finish')
      await endRun(inside, runId, outcome.tasks.length)
      return {
        text: `完成${fresh}项，${outcome.tasks.length - fresh}项无变化`,
        link: `/bigdata/progress/examDataProgressTask?examId=${examId}`,
      }
    })
  },
  async onFailure(ctx, { examId }, message) {
    await transition(ctx, examStates, examState(examId), 'interrupt')
    await endRun(ctx, undefined, 0, { examId, message })
  },
})

async function compute(ctx: Ctx, { examId, tasks }: ComputePayload, progress: JobProgress): Promise<PlanOutcome> {
  const spec = await specOf(ctx, examId)
  const names = new Map(COMPUTE_PLAN.map((task) => [task.taskCode, task.taskName]))
  const off = await tasksNotChosen(ctx, examId)
  const wanted = tasks ?? COMPUTED_TASKS.map((task) => task.taskCode).filter((code) => !off.includes(code))
  const total = wanted.length
  let done = 0
  const folder = workFolder(ctx, examId)
  const outcome = await runPlan({
    analytics: ctx.analytics,
    spec,
    folder,
    source: archiveSource(ctx, spec),
    signal: progress.signal,
    tasks: wanted,
    async onTask(event) {
      await writeTask(ctx, examId, event)
      if (event.state !== TASK_STATE.running) done += 1
      await progress.report({ done, total, step: names.get(event.taskCode) ?? event.taskCode })
    },
  })
  if (!tasks) await leaveOut(ctx, spec, folder, off)
  return outcome
}

/** What was not chosen is finished without having run. */
async function leaveOut(ctx: Ctx, spec: ExamSpec, folder: string, tasks: string[]): Promise<void> {
  await emptyTables(ctx.analytics, spec, folder, tasks)
  for (const taskCode of tasks)
    await writeTask(ctx, spec.examId, { taskCode, state: TASK_STATE.skipped, ms: 0, inputHash: '' })
}

/** Freezes the computed facts as the next version, then points the exam at it in one update. */
export const packageJob = defineJob<{ examId: string }>({
  name: 'exam.build-package',
  title: '打包',
  singletonKey: ({ examId }) => examId,
  async run(ctx, { examId }, progress) {
    await requireState(ctx, examStates, examState(examId), 'package')
    const startedAt = Date.now()
    const spec = await specOf(ctx, examId)
    const outcome = await compute(ctx, { examId }, progress)
    await progress.report({ step: '打包' })
    await writeTask(ctx, examId, { taskCode: 'PACKAGE', state: TASK_STATE.running, ms: 0, inputHash: '' })
    const version = await nextVersion(ctx, examId)
    const examFolder = ctx.files.packageFolder(ctx.user.tenantId, examId)
    const manifest = await buildPackage({
      analytics: ctx.analytics,
      spec,
      workFolder: workFolder(ctx, examId),
      examFolder,
      version,
      hashes: outcome.hashes,
      previous: await previousPackage(ctx, examId),
      teachers: await taughtIn(ctx, examId),
      now: ctx.now,
    })
    const ms = Date.now() - startedAt
    return progress.finish(async (inside) => {
      await adoptPackage(inside, spec, version, manifest, ms)
      return {
        text: `第${version}版，${manifest.files.length}个文件`,
        link: `/bigdata/report/oneScoreTwoRate?examId=${examId}`,
      }
    })
  },
  async onFailure(ctx, { examId }, message) {
    await writeTask(ctx, examId, { taskCode: 'PACKAGE', state: TASK_STATE.failed, ms: 0, inputHash: '', message })
  },
})

/** One past every version the exam ever had, on record or on disk. */
async function nextVersion(ctx: Ctx, examId: string): Promise<number> {
  const found = await sql<{
    version: number
  }>`select coalesce(max(package_version), 0)::int + 1 as version from ${own(examPackage)} where exam_id = ${examId}`.execute(
    ctx.db,
  )
  return found.rows[0]?.version ?? 1
}

async function adoptPackage(
  ctx: Ctx,
  spec: ExamSpec,
  version: number,
  manifest: { files: { bytes: number }[] },
  ms: number,
): Promise<void> {
  const { examId, dataVersion } = spec
  const exam = await findExam(ctx, examId)
  if (exam.dataVersion !== dataVersion) throw conflict('打包期间数据已变化，请重新打包')
  await transition(ctx, examStates, examState(examId), 'package')
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  await sql`update ${own(examPackage)} set pack_state = 3 where exam_id = ${examId} and pack_state = 1`.execute(ctx.db)
  await sql`insert into ${own(examPackage)} (tenant_id, exam_id, package_version, data_version, pack_state, manifest, size_bytes, build_ms, built_by, built_time)
    values (${ctx.user.tenantId}, ${examId}, ${version}, ${dataVersion}, 1, ${JSON.stringify(manifest)}, ${bytes}, ${ms}, ${ctx.user.id}, localtimestamp(0))`.execute(
    ctx.db,
  )
  await sql`update ${into(examInfo)} set package_version = ${version}, package_data_version = ${dataVersion} where id = ${examId}`.execute(
    ctx.db,
  )
  await writeTask(ctx, examId, { taskCode: 'PACKAGE', state: TASK_STATE.done, ms, inputHash: '' })
  await logOperation(ctx, execPackageExam.name, '打包', {
    entity: 'examInfo',
    rowId: examId,
    after: { version, dataVersion },
  })
}

/** Puts the exam into 处理中 and the plan into the queue: of two who start at once one wins, the other is told. */
async function startCompute(ctx: Ctx, payload: ComputePayload) {
  const exam = await findExam(ctx, payload.examId)
  await transition(ctx, examStates, examState(payload.examId), 'process')
  const jobId = await ctx.jobs.start(ctx, computeJob, payload, `${exam.examName} 数据处理`)
  await logOperation(ctx, execDataProgress.name, '数据处理', { entity: 'examInfo', rowId: payload.examId })
  return { jobId }
}

async function startItem(ctx: Ctx, { examId, taskCode }: { examId: string; taskCode: string }) {
  const task = COMPUTE_PLAN.find((one) => one.taskCode === taskCode)
  if (!task) throw refuse(`没有任务「${taskCode}」`)
  if (task.taskTypes === 'PACKAGE') return startPackage(ctx, { examId })
  if (!COMPUTED_TASKS.includes(task)) throw refuse(`「${task.taskName}」在导入、校验、归档时完成，不在这里执行`)
  const off = await tasksNotChosen(ctx, examId)
  if (off.includes(taskCode)) throw refuse(`「${task.taskName}」没有选入这次考试的处理项`)
  return startCompute(ctx, { examId, tasks: [taskCode] })
}

async function startPackage(ctx: Ctx, { examId }: { examId: string }) {
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'package')
  return { jobId: await ctx.jobs.start(ctx, packageJob, { examId }, `${exam.examName} 打包`) }
}

export const computeHandlers = [
  implement(execDataProgress, (ctx, { examId }) => startCompute(ctx, { examId })),
  implement(execProgressAllItem, (ctx, { examId }) => startCompute(ctx, { examId })),
  implement(execProgressItem, startItem),
  implement(execPackageExam, startPackage),
]
