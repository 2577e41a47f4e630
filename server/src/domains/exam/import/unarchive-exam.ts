import { dependentsOf } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { CheckedKind } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict, fault } from '../../../platform/error.ts'
import { type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState } from '../../../platform/states.ts'
import { refuseWhileBusy } from '../exam-jobs.ts'
import { examState, findExam, raiseDataVersion, moveExam } from '../exam-row.ts'
import { expireTasks } from '../progress.ts'
import { forgetArchivedQuestions } from '../question/question-files.ts'
import { isArchivedMark } from './archived-rows.ts'
import { targetOf } from './import-target.ts'

export interface UnarchivePayload {
  examId: string
  kind: CheckedKind
  reason: string
}

export const unarchiveExamJob = defineJob<UnarchivePayload>({
  name: 'exam.unarchive-exam',
  title: '撤销归档',
  singletonKey: ({ examId, kind }) => `${examId}:${kind}`,
  subject: ({ examId }) => examId,
  async run(_ctx, payload, progress) {
    await progress.report({ step: '撤销归档' })
    return progress.finish((inside) => unarchiveExam(inside, payload))
  },
})

/** Nothing of the exam is published, nothing is under way, and somebody says why. */
export async function startUnarchive(ctx: Ctx, given: UnarchivePayload): Promise<{ jobId: string }> {
  const reason = given.reason.trim()
  if (reason.length < 2) throw fault('reason', '请填写撤销归档的原因')
  const exam = await findExam(ctx, given.examId)
  await requireState(ctx, examStates, examState(exam.id), 'unarchive')
  await refuseWhileBusy(ctx, exam.id)
  const payload = { ...given, reason }
  return { jobId: await ctx.jobs.start(ctx, unarchiveExamJob, payload, `${exam.examName} 撤销归档`) }
}

const MARKS = every(examScoreImport, 'every mark of an archived exam is archived')

const FIRST_TASK: Record<CheckedKind, string> = { student: 'ARC_STUDENT', score: 'ARC_SCORE' }

/**
 * The rows may be edited and imported again, and are archived as before: the facts stay until then, so that every student
 * keeps his number. What was computed expires.
 */
export async function unarchiveExam(ctx: Ctx, { examId, kind, reason }: UnarchivePayload): Promise<JobResult> {
  await lockKey(ctx.db, `exam-import:${examId}`)
  let opened = await countArchived(ctx, examId)
  await moveExam(ctx, examId, 'unarchive')
  await openRows(ctx, examId, 'score')
  // Marks are those of the frozen list: their archive goes with its own.
  if (kind === 'student') opened += await openRows(ctx, examId, 'student')
  if (opened === 0) throw conflict('没有已归档的数据')
  await forgetArchivedQuestions(ctx, examId)
  await raiseDataVersion(ctx, examId)
  await expireTasks(ctx, examId, dependentsOf(FIRST_TASK[kind]))
  await logOperation(ctx, `examImport.unarchive.${kind}`, '撤销归档', {
    entity: 'examInfo',
    rowId: examId,
    after: { kind, opened, reason },
  })
  return { text: `已撤销归档，${opened} 条可以修改`, link: `/bigdata/exam/examInfo/${examId}?part=import` }
}

/** How many marks the archive of the exam has; none before it is archived. */
async function countArchived(ctx: Ctx, examId: string): Promise<number> {
  const found = await sql<{
    num: number
  }>`select count(*)::int as num from ${MARKS} t
    where t.exam_id = ${examId} and t.is_deleted = 0 and ${isArchivedMark}`.execute(ctx.db)
  return found.rows[0]?.num ?? 0
}

/** Marks are opened by the state of the exam; earlier versions said so with each of them, too. */
async function openRows(ctx: Ctx, examId: string, kind: CheckedKind): Promise<number> {
  const opened = await sql`update ${into(targetOf(kind).entity)} set archive_status = 0
    where exam_id = ${examId} and is_deleted = 0 and archive_status = 1`.execute(ctx.db)
  return Number(opened.numAffectedRows ?? 0n)
}
