import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { chosenTasks } from './compute/run-plan.ts'
import { percent } from './formulas/rounding.ts'
import { nextId } from '../../platform/db/id.ts'
import { every, into } from '../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examDataProgress } from '@xueheng/contract/domains/exam/data-progress.ts'

const EXAMS = every(examInfo, 'a run notes the data version of its exam')
const RUNS = every(examDataProgress, 'runs of an exam are numbered, removed ones too')

const RUN_STATE = { running: 1, done: 2, failed: 3 } as const

/** The number of the next run of an exam. */
export async function nextRunNo(ctx: Ctx, examId: string): Promise<number> {
  const found = await sql<{ runNo: number }>`select coalesce(max(run_no), 0) + 1 as run_no
    from ${RUNS} where exam_id = ${examId}`.execute(ctx.db)
  return found.rows[0]?.runNo ?? 1
}

/** Opens the next run of an exam in 数据进度; a run left open by a lost process is closed as failed. */
export async function beginRun(ctx: Ctx, examId: string, tasks: string[] | undefined): Promise<string> {
  await endRun(ctx, undefined, 0, { examId, message: '中断后重新执行' })
  const id = nextId()
  const total = chosenTasks(tasks).length
  await sql`insert into ${into(examDataProgress)} (id, tenant_id, exam_id, run_no, data_version, task_total, task_finished, percent, run_state, start_time, operator, create_user)
    values (${id}, ${ctx.user.tenantId}, ${examId}, ${await nextRunNo(ctx, examId)}, (select data_version from ${EXAMS} where id = ${examId}),
      ${total}, 0, 0, ${RUN_STATE.running}, localtimestamp(0), ${ctx.user.name.slice(0, 50)}, ${ctx.user.id})`.execute(
    ctx.db,
  )
  return id
}

/** How far the run of an exam is that goes on. */
export async function advanceRun(ctx: Ctx, examId: string, done: number, total: number): Promise<void> {
  await sql`update ${into(examDataProgress)} set task_finished = ${done}, task_total = ${total}, percent = ${percent(done, total)}
    where exam_id = ${examId} and run_state = ${RUN_STATE.running}`.execute(ctx.db)
}

/** Closes a run; without an id every open run of the exam as failed. */
export async function endRun(
  ctx: Ctx,
  runId: string | undefined,
  finished: number,
  failure?: { examId: string; message: string },
): Promise<void> {
  if (runId) {
    await sql`update ${into(examDataProgress)} set run_state = ${RUN_STATE.done}, task_finished = ${finished}, percent = 100, end_time = localtimestamp(0) where id = ${runId}`.execute(
      ctx.db,
    )
  } else if (failure) {
    await sql`update ${into(examDataProgress)} set run_state = ${RUN_STATE.failed}, end_time = localtimestamp(0), message = ${failure.message.slice(0, 2000)}
      where exam_id = ${failure.examId} and run_state = ${RUN_STATE.running}`.execute(ctx.db)
  }
}
