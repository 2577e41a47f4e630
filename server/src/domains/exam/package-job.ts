import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { execPackageExam, examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { conflict } from '../../platform/error.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { type JobProgress, type JobResult, defineJob } from '../../platform/jobs/jobs.ts'
import { requireState } from '../../platform/states.ts'
import type { ExamSpec } from './compute/exam-spec.ts'
import { compute, specOf, workFolder } from './compute-job.ts'
import { type Exam, examState, findExam, moveExam } from './exam-row.ts'
import { type BuiltPackage, buildPackage, placePackage, versioned } from './package/build-package.ts'
import { clearExamLeftovers } from './package/clear-leftovers.ts'
import { sharePackage } from './package/open-package.ts'
import { keepLines, readLines } from './line/keep-lines.ts'
import { previousPackage, taughtIn } from './package/package-sources.ts'
import { writeTask } from './progress.ts'
import { examPackage } from './tables.ts'

/** Freezes the computed facts as the next version, then points the exam at it in one update. */
export const packageJob = defineJob<{ examId: string }>({
  name: 'exam.build-package',
  title: '生成报表',
  singletonKey: ({ examId }) => examId,
  subject: ({ examId }) => examId,
  async run(ctx, { examId }, progress) {
    await requireState(ctx, examStates, examState(examId), packageActionOf(await findExam(ctx, examId)))
    return inTurn(workFolder(ctx, examId), () => packExam(ctx, examId, progress))
  },
  async onFailure(ctx, { examId }, message) {
    await writeTask(ctx, examId, { taskCode: 'PACKAGE', state: TASK_STATE.failed, ms: 0, inputHash: '', message })
  },
})

/**
 * The package of an exam made once more by the present program, of the data it was made of; the exam stays as it is, published or
 * sealed too. Throws a refusal where the data have changed since: that is published by somebody, not by a program.
 */
export async function rebuildPackage(ctx: Ctx, examId: string, progress: JobProgress): Promise<void> {
  await requireState(ctx, examStates, examState(examId), 'rebuild')
  if (isStale(await findExam(ctx, examId))) throw conflict('数据在上次生成报表后有改动，请生成报表')
  await inTurn(workFolder(ctx, examId), () => packExam(ctx, examId, progress, () => 'rebuild'))
}

/** What a new package is for an exam: a published one with changed data is published anew by it. */
export function packageActionOf(exam: Exam): PackageAction {
  return exam.examStatus === examStates.states.published.value && isStale(exam) ? 'republish' : 'package'
}

type PackageAction = 'package' | 'republish' | 'rebuild'

function isStale({ dataVersion, packageDataVersion }: Exam): boolean {
  return dataVersion !== packageDataVersion
}

async function packExam(
  ctx: Ctx,
  examId: string,
  progress: JobProgress,
  actionOf: (exam: Exam) => PackageAction = packageActionOf,
): Promise<JobResult> {
  const startedAt = Date.now()
  const examFolder = ctx.files.packageFolder(ctx.user.tenantId, examId)
  await clearExamLeftovers(examFolder)
  const spec = await specOf(ctx, examId)
  const { hashes } = await compute(ctx, spec, progress)
  await progress.report({ step: '生成报表', done: 0, total: 0 })
  await writeTask(ctx, examId, { taskCode: 'PACKAGE', state: TASK_STATE.running, ms: 0, inputHash: '' })
  const built = await buildPackage({
    analytics: ctx.analytics,
    spec,
    workFolder: workFolder(ctx, examId),
    examFolder,
    hashes,
    previous: await previousPackage(ctx, examId),
    teachers: await taughtIn(ctx, examId),
    now: ctx.now,
    report: (done, total) => progress.report({ done, total }),
  })
  try {
    const lines = await readLines(ctx, built.folder)
    await sharePackage(ctx, built)
    return await progress.finish(async (inside) => {
      const version = await adoptPackage(inside, spec, built, { actionOf, ms: Date.now() - startedAt })
      await keepLines(inside, examId, lines)
      await placePackage(built, examFolder, version)
      return {
        text: `第${version}版，${built.manifest.files.length}个文件`,
        link: `/bigdata/report/oneScoreTwoRate?examId=${examId}`,
      }
    })
  } finally {
    // Gone when it was placed.
    await rm(built.folder, { recursive: true, force: true })
  }
}

/** Writes the package down as the next version of its exam, whose row is held from here on; answers the version. */
async function adoptPackage(
  ctx: Ctx,
  spec: ExamSpec,
  built: BuiltPackage,
  { actionOf, ms }: { actionOf: (exam: Exam) => PackageAction; ms: number },
): Promise<number> {
  const { examId, dataVersion } = spec
  const action = actionOf(await findExam(ctx, examId))
  await moveExam(ctx, examId, action)
  const exam = await findExam(ctx, examId)
  if (exam.dataVersion !== dataVersion) throw conflict('生成报表期间数据已变化，请重新生成报表')
  const version = await nextVersion(ctx, examId)
  const manifest = versioned(built, version)
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
  await logOperation(ctx, execPackageExam.name, '生成报表', {
    entity: 'examInfo',
    rowId: examId,
    after: { version, dataVersion, isPublished: action !== 'package' },
  })
  return version
}

/** One past every version the exam ever had. What lies on disk without being on record was never one. */
async function nextVersion(ctx: Ctx, examId: string): Promise<number> {
  const found = await sql<{ version: number }>`select coalesce(max(package_version), 0)::int + 1 as version
    from ${own(examPackage)} where exam_id = ${examId}`.execute(ctx.db)
  return found.rows[0]?.version ?? 1
}
