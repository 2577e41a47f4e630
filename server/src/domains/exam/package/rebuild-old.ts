import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx, Db } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { type Database, inTransaction } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/error.ts'
import { type JobProgress, defineJob } from '../../../platform/jobs/jobs.ts'
import { ENGINE_VERSION } from '../compute/plan-record.ts'
import { rebuildPackage } from '../package-job.ts'
import { examPackage } from '../tables.ts'
import { PACKAGE_FILES } from './build-package.ts'

const EXAMS = every(examInfo, 'a new version of the program makes the reports of every exam anew')

/** What is asked of the program. */
interface Host {
  database: Database
  tenantIds(): Promise<string[]>
  ctxOf(tenantId: string, userId: string): Promise<Ctx | undefined>
}

interface OldPackage {
  examId: string
  examName: string
  builtBy: string
}

/**
 * Makes the reports anew that an older program has made, the earliest exam first, as a later one is compared with it. Every exam
 * by itself: one that cannot be computed again keeps its reports as they are, and the job says why.
 */
export const rebuildJob = defineJob({
  name: 'exam.rebuild-packages',
  title: '按新版程序重新生成报表',
  singletonKey: () => 'all',
  async run(ctx, _payload, progress) {
    const old = await oldPackages(ctx.db)
    const failed: string[] = []
    for (const [done, { examId, examName }] of old.entries()) {
      await progress.report({ step: examName, done, total: old.length })
      const reason = await tryRebuild(ctx, examId, progress)
      if (reason) failed.push(`${examName}：${reason}`)
    }
    const made = `重新生成${old.length - failed.length}场考试的报表`
    return progress.finish(() =>
      Promise.resolve({ text: [made, ...failed].join('；'), link: '/bigdata/exam/examInfo' }),
    )
  },
})

/** Answers why it could not be done, or nothing. A job that was stopped throws. */
async function tryRebuild(ctx: Ctx, examId: string, progress: JobProgress): Promise<string> {
  try {
    await rebuildPackage(ctx, examId, {
      signal: progress.signal,
      report: ({ step }) => progress.report({ ...(step && { step }) }),
      finish: (work) => inTransaction(ctx.db, (db) => work({ ...ctx, db })),
    })
    return ''
  } catch (error) {
    progress.signal.throwIfAborted()
    ctx.log.error({ err: error, examId }, 'reports not made anew')
    return error instanceof AppError ? error.message : '系统繁忙，请稍后重试'
  }
}

/** Hands the packages of every tenant that an older program has made to a job, in the name of whoever made that of the last exam and is still here. */
export async function rebuildOldPackages({ database, tenantIds, ctxOf }: Host): Promise<void> {
  for (const tenantId of await tenantIds()) {
    const db = database.tenant(tenantId)
    let ctx: Ctx | undefined
    // Whoever made the last may have left.
    for (const { builtBy } of (await oldPackages(db)).toReversed()) ctx ??= await ctxOf(tenantId, builtBy)
    if (ctx) await inTransaction(db, (inside) => ctx.jobs.start({ ...ctx, db: inside }, rebuildJob, {}))
  }
}

const { packaged, published, sealed } = examStates.states
const WITH_REPORTS = [packaged.value, published.value, sealed.value]

async function oldPackages(db: Db): Promise<OldPackage[]> {
  const found = await sql<OldPackage>`select e.id::text as exam_id, e.exam_name, p.built_by::text as built_by
    from ${own(examPackage)} p join ${EXAMS} e on e.id = p.exam_id
    where p.pack_state = 1 and e.is_deleted = 0 and e.exam_status = any(${WITH_REPORTS}::int[]) and ${isOld()}
    order by e.begin_date, e.id`.execute(db)
  return found.rows
}

/** Made by another engine, or without a file that packages have now. */
function isOld() {
  return sql`((p.manifest->>'engineVersion')::int is distinct from ${ENGINE_VERSION} or not
    ${PACKAGE_FILES}::text[] <@ array(select f->>'name' from jsonb_array_elements(p.manifest->'files') f))`
}
