import { sealInfo } from '@xueheng/contract/domains/seal/seal-info.ts'
import { signLog } from '@xueheng/contract/domains/seal/sign-log.ts'
import { signStrategy } from '@xueheng/contract/domains/seal/sign-strategy.ts'
import { sql } from 'kysely'
import { examPackages } from '../domains/report/exam-packages.ts'
import { openLibrary } from '../domains/report/library.ts'
import { paperWork } from '../domains/report/paper/print-papers.ts'
import { moveSeal } from '../domains/seal/seal-info.ts'
import { every } from '../platform/access/doors.ts'
import type { Ctx, JobProgress } from '../platform/ctx.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { demoSchoolCode } from './load.ts'

const STRATEGY = 'OUT'

/**
 * Reports of published exams, sealed by the school of the account: one with its older seal, which is revoked afterwards;
 * those with the other are printed as its own jobs, which nobody waits for at the start. Once.
 */
export async function loadSignatures(
  ctx: Ctx,
  school: Ctx,
  exams: string[],
  progressOf: (ctx: Ctx) => JobProgress,
): Promise<void> {
  const known = await sql`select 1 from ${every(signLog, 'a tenant that ever signed is left alone')} l limit 1`.execute(
    ctx.db,
  )
  const [kept, old] = await sealsOf(ctx)
  const strategyId = await strategyOf(ctx)
  const [newest, ...earlier] = exams.toReversed()
  if (known.rows.length > 0 || !kept || !old || !strategyId || !newest) return
  const { job } = paperWork(openLibrary(examPackages))
  const payloadOf = (examId: string, sealId: string) => ({
    paper: 'brief',
    input: { examId, schoolCode: demoSchoolCode(), format: 'pdf' },
    seal: { sealId, strategyId, kind: 'report' as const },
  })
  await job.run(school, payloadOf(earlier[0] ?? newest, old), progressOf(school))
  await inTransaction(ctx.db, (db) => moveSeal({ ...ctx, db, now: new Date() }, old, 'revoke', '印面磨损，已换用新章'))
  for (const examId of [newest, ...earlier.slice(0, 1)]) {
    await school.jobs.start(school, job, payloadOf(examId, kept), '一页简报（已盖章）')
  }
}

/** Those of the school, in the order in which they were made. */
async function sealsOf(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.id from ${every(sealInfo, 'seals of the demo')} s
    where s.dept_uscc = ${demoSchoolCode()} order by s.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

async function strategyOf(ctx: Ctx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select s.id from ${every(signStrategy, 'strategies of the demo')} s
    where s.strategy_code = ${STRATEGY}`.execute(ctx.db)
  return rows[0]?.id
}
