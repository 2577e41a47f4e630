import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { param } from '@xueheng/contract/domains/settings/param.ts'
import { sql } from 'kysely'
import { computeJob } from '../domains/exam/compute-job.ts'
import { packageJob } from '../domains/exam/package-job.ts'
import { publishExam } from '../domains/exam/publish.ts'
import { examState } from '../domains/exam/exam-row.ts'
import type { Config } from '../platform/config.ts'
import type { Ctx, Db } from '../platform/ctx.ts'
import { submit } from '../platform/rows/write.ts'
import { nextId } from '../platform/db/id.ts'
import { type Database, inTransaction } from '../platform/db/pool.ts'
import type { JobProgress } from '../platform/jobs/jobs.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { DEMO_MARK } from '../platform/settings.ts'
import { transition } from '../platform/states.ts'
import { demoBureau } from './bureau.ts'
import { correctMarks } from './corrections.ts'
import { loadEvaluation } from './evaluation-model.ts'
import { loadKeys } from './load-keys.ts'
import { loadSignatures } from './load-signatures.ts'
import { demoAreaCode, demoClass, demoClassCode, demoSchoolCode, loadDemo } from './load.ts'
import { loadReading } from './mall.ts'
import { furnishOffice } from './office.ts'
import { deployExpense } from './expense.ts'
import { loadQuestionScores } from './load-questions.ts'
import { loadPortfolios } from './portfolio.ts'
import { loadWecom } from './load-wecom.ts'
import { every, into } from '../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'

const PARAMS = every(param, 'a parameter remembers that the demo is loaded')
const USERS = every(user, 'accounts of the seed')
const EXAMS = every(examInfo, 'exams of the demo')

/** What the loader needs of the program. */
interface DemoHost {
  database: Database
  ctxOf(tenantId: string, userId: string): Promise<Ctx | undefined>
}

/**
 * Fills an empty demo tenant once: the bureau in one transaction, then its archived exams computed, packaged and published,
 * then one evaluation of its schools.
 * A start that was interrupted goes on where it stopped.
 */
export async function prepareDemo(app: DemoHost, config: Config, say: (text: string) => void): Promise<void> {
  const db = app.database.tenant(config.tenantId)
  const mark = await sql`select 1 from ${PARAMS} where param_key = ${DEMO_MARK} and is_deleted = 0`.execute(db)
  const ctxOf = (account: string) => ctxOfAccount(app, db, config.tenantId, account)
  if (mark.rows.length > 0) return
  const ctx = await ctxOf('admin')
  if (!ctx) throw new Error('演示管理员不存在')
  await loadBureau(ctx, config, ctxOf, say)
}

type CtxOf = (account: string) => Promise<Ctx | undefined>

async function ctxOfAccount(app: DemoHost, db: Db, tenantId: string, account: string): Promise<Ctx | undefined> {
  const found = await sql<{ id: string }>`select id from ${USERS} where account = ${account}`.execute(db)
  return app.ctxOf(tenantId, found.rows[0]?.id ?? '0')
}

async function loadBureau(ctx: Ctx, config: Config, ctxOf: CtxOf, say: (text: string) => void): Promise<void> {
  say('生成演示数据…')
  await inTransaction(ctx.db, async (trx) => {
    const inside = { ...ctx, db: trx }
    const loaded = await loadDemo(trx, config.tenantId, ctx.log)
    if (!loaded) return
    await tieAccounts(inside)
    await loadKeys(inside, config.masterKey)
    await loadWecom(inside, demoBureau(), demoClass())
    await furnishOffice(inside, demoBureau(), demoClass())
    await deployExpense(inside)
  })
  const exams = await archivedExams(ctx)
  const last = exams.at(-1)
  if (last) await loadQuestionScores(ctx, last)
  for (const examId of exams) await finishExam(ctx, examId, say)
  await correctDemo(ctx, ctxOf, say)
  const school = await ctxOf('school')
  if (school) {
    say('为学校的报告盖章')
    await loadSignatures(ctx, school, exams, quietProgress)
  }
  await loadPortfolios(ctx)
  await loadReading(ctx)
  await loadEvaluation(ctx, say)
  await submit(param, ctx, { paramName: '演示数据', paramKey: DEMO_MARK, paramValue: '已载入' })
}

async function archivedExams(ctx: Ctx): Promise<string[]> {
  const { archived, processing, processed, packaged } = examStates.states
  const open = [archived, processing, processed, packaged].map((state) => state.value)
  const found = await sql<{
    id: string
  }>`select id from ${EXAMS} where is_deleted = 0 and exam_status = any(${open}::int[]) order by begin_date`.execute(
    ctx.db,
  )
  return found.rows.map((row) => row.id)
}

/** Work without a job: nobody waits for it, and nobody stops it. */
function quietProgress(ctx: Ctx): JobProgress {
  return {
    signal: new AbortController().signal,
    report: () => Promise.resolve(),
    finish: (work) => inTransaction(ctx.db, (db) => work({ ...ctx, db })),
  }
}

async function finishExam(ctx: Ctx, examId: string, say: (text: string) => void): Promise<void> {
  const found = await sql<{
    name: string
    status: number
  }>`select exam_name as name, exam_status as status from ${EXAMS} where id = ${examId}`.execute(ctx.db)
  const exam = found.rows[0]
  if (!exam) return
  say(`计算并发布 ${exam.name}`)
  const state = stateOf(examStates, exam.status)
  if (state === 'archived') await transition(ctx, examStates, examState(examId), 'process')
  if (state === 'archived' || state === 'processing') await computeJob.run(ctx, { examId }, quietProgress(ctx))
  if (state !== 'packaged') await packageJob.run(ctx, { examId }, quietProgress(ctx))
  await publishExam(ctx, examId)
}

/** What the school asked for is decided by the exam office; the newest exam is published anew with it. */
async function correctDemo(ctx: Ctx, ctxOf: CtxOf, say: (text: string) => void): Promise<void> {
  const [school, bureau] = [await ctxOf('school'), await ctxOf('exam')]
  const stale = school && bureau && (await correctMarks(school, bureau))
  if (!stale) return
  say('更正一份成绩，发布第二版')
  await packageJob.run(ctx, { examId: stale }, quietProgress(ctx))
}

/** The accounts `school` and `teacher` work in a real school and class of the bureau. */
async function tieAccounts(ctx: Ctx): Promise<void> {
  for (const account of ['school', 'teacher']) {
    await sql`insert into ${into(userUnit)} (id, tenant_id, user_id, dept_uscc, role_alias, area_code, class_codes)
      select ${nextId()}, tenant_id, id, ${demoSchoolCode()}, ${account}, ${demoAreaCode()}, ${account === 'teacher' ? [demoClassCode()] : []}
      from ${USERS} where account = ${account} and is_deleted = 0`.execute(ctx.db)
  }
}
