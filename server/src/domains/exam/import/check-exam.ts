import { rm } from 'node:fs/promises'
import type { CheckCounts, CompletenessCell } from '@xueheng/contract/domains/exam/exam-check.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { CheckedKind, FaultCount } from '@xueheng/contract/domains/exam/import.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlFile, sqlText } from '../../../platform/analytics/sql-file.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedCsv } from '../../../platform/db/copy.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { type JobProgress, type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState } from '../../../platform/states.ts'
import { targetOf } from './import-target.ts'
import { examState, findExam, moveExam } from '../exam-row.ts'
import { evaluateStored, rulesOfStored } from './workbench.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportCheck } from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'

const KIND_TITLES: Record<CheckedKind, string> = { student: '考生', score: '成绩' }

const LIST = every(examStudentImport, 'an exam is checked as a whole')
const MARKS = every(examScoreImport, 'an exam is checked as a whole')

export interface CheckPayload {
  examId: string
  kind: CheckedKind
  isConfirmed: boolean
  /** Checked with it. */
  next?: CheckedKind | undefined
}

export const checkExamJob = defineJob<CheckPayload>({
  name: 'exam.check-exam',
  title: '校验考试数据',
  singletonKey: ({ examId, kind }) => `${examId}:${kind}`,
  subject: ({ examId }) => examId,
  run: (ctx, payload, progress) => checkExam(ctx, payload, progress),
})

export async function startExamCheck(ctx: Ctx, payload: CheckPayload): Promise<{ jobId: string }> {
  const exam = await findExam(ctx, payload.examId)
  await requireState(ctx, examStates, examState(payload.examId), 'check')
  return { jobId: await ctx.jobs.start(ctx, checkExamJob, payload, `${exam.examName} 校验`) }
}

/** The verdict on one kind; `path` is the file of what speaks against its rows. */
interface Verdict {
  kind: CheckedKind
  path: string
  counts: CheckCounts
}

/** Runs every rule over what is stored for the exam and writes the verdict to the rows; two kinds are judged at the same time. */
export async function checkExam(ctx: Ctx, payload: CheckPayload, progress: JobProgress): Promise<JobResult> {
  const kinds = [payload.kind, payload.next ?? []].flat()
  const paths: string[] = []
  const total = kinds.reduce((sum, kind) => sum + rulesOfStored(kind), 0)
  await progress.report({ step: `校验${kinds.map((kind) => KIND_TITLES[kind]).join('、')}`, done: 0, total })
  let done = 0
  const onRule = async (ended: number) => {
    if (ended > 0) await progress.report({ done: (done += 1), total })
  }
  const judge = async (db: AnalyticsBatch, kind: CheckedKind): Promise<Verdict> => {
    const path = ctx.files.tempPath('csv')
    paths.push(path)
    await writeFaults(db, path)
    return { kind, path, counts: await readCounts(db, kind) }
  }
  try {
    const verdicts = await evaluateStored(ctx, { examId: payload.examId }, kinds, judge, onRule)
    await progress.report({ step: '写入校验结果' })
    return await progress.finish((inside) => storeChecks(inside, payload, verdicts))
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

async function storeChecks(ctx: Ctx, payload: CheckPayload, verdicts: Verdict[]): Promise<JobResult> {
  const texts: string[] = []
  await lockKey(ctx.db, `exam-import:${payload.examId}`)
  await requireState(ctx, examStates, examState(payload.examId), 'check')
  for (const verdict of verdicts) texts.push(await storeCheck(ctx, payload, verdict))
  const isDone = await settleChecked(ctx, payload.examId)
  const isAsking = !isDone && verdicts.some(({ counts }) => isUnconfirmed(counts, payload))
  const end = isDone ? '；考试已校验' : isAsking ? '；请确认警告后再校验' : ''
  return { text: texts.join('；') + end, link: `/bigdata/exam/examInfo/${payload.examId}?part=import` }
}

/**
 * One line per row that is spoken against: its state and its messages. Messages are sorted once they are listed: an aggregate that
 * sorts keeps kilobytes for each of what may be a million rows.
 */
async function writeFaults(db: AnalyticsBatch, path: string): Promise<void> {
  await db.run(`copy (
    select row_id as id, code = 'C06' as is_roster, case when bool_or(level = 'error') then 2 else 3 end as check_status,
      to_json(list_transform(list_sort(list({level: level, code: code, text: text})),
        lambda m: {code: m.code, level: m.level, text: m.text})) as check_msg
    from fault group by row_id, code = 'C06'
  ) to ${sqlText(path)} (format csv, header true)`)
}

async function readCounts(db: AnalyticsBatch, kind: CheckedKind): Promise<CheckCounts> {
  const [total] = await db.query<{ n: number }>(
    `select count(*) as n from ${kind === 'student' ? 'raw_roster' : 'raw_stored_score'}`,
  )
  const faults = await db.query<FaultCount>(
    'select code, level, count(*) as num from fault group by all order by code, level',
  )
  const matrix =
    kind === 'score' ? await db.query<CompletenessCell>(sqlFile(import.meta.url, 'model/completeness.sql')) : []
  return { rows: total?.n ?? 0, faults, matrix }
}

async function storeCheck(ctx: Ctx, payload: CheckPayload, { kind, path, counts }: Verdict): Promise<string> {
  const { examId } = payload
  await withStagedCsv(ctx.db, VERDICT_COLUMNS, path, (verdicts) => writeVerdicts(ctx, examId, kind, verdicts))
  const errors = sum(counts.faults, 'error')
  const warnings = sum(counts.faults, 'warning')
  const confirmer = warnings > 0 && payload.isConfirmed ? ctx.user.id : null
  await sql`insert into ${own(examImportCheck)} (tenant_id, exam_id, kind, error_num, warning_num, counts, confirm_user, confirm_time)
    values (${ctx.user.tenantId}, ${examId}, ${kind}, ${errors}, ${warnings}, ${JSON.stringify(counts)}, ${confirmer},
      case when ${confirmer}::bigint is null then null else localtimestamp(0) end)
    on conflict (exam_id, kind) do update set error_num = excluded.error_num, warning_num = excluded.warning_num,
      counts = excluded.counts, checked_time = localtimestamp(0), confirm_user = excluded.confirm_user,
      confirm_time = excluded.confirm_time`.execute(ctx.db)
  if (confirmer) {
    const after = { kind, warnings: counts.faults.filter((fault) => fault.level === 'warning') }
    await logOperation(ctx, 'examCheck.confirmWarnings', '确认校验警告', { entity: 'examInfo', rowId: examId, after })
  }
  return `${KIND_TITLES[kind]} ${counts.rows} 条，错误 ${errors}，警告 ${warnings}`
}

const VERDICT_COLUMNS = { id: 'bigint', is_roster: 'boolean', check_status: 'int', check_msg: 'jsonb' }

/** Millions may be checked: only rows whose verdict changes are written. The index keeps the look-ups short. */
async function writeVerdicts(
  { db }: Ctx,
  examId: string,
  kind: CheckedKind,
  verdicts: RawBuilder<unknown>,
): Promise<void> {
  const rows = into(targetOf(kind).entity)
  await sql`create index on ${verdicts} (id)`.execute(db)
  await sql`update ${rows} t set check_status = 1, check_msg = null
    where t.exam_id = ${examId} and t.is_deleted = 0 and (t.check_status is distinct from 1 or t.check_msg is not null)
      and not exists (select 1 from ${verdicts} c where c.id = t.id and not c.is_roster)`.execute(db)
  await sql`update ${rows} t set check_status = c.check_status, check_msg = c.check_msg from ${verdicts} c
    where c.id = t.id and not c.is_roster
      and (t.check_status, t.check_msg) is distinct from (c.check_status, c.check_msg)`.execute(db)
  if (kind === 'score') await noteMissingMarks(db, examId, verdicts)
}

/** Who has no mark is noted with the student; the notes of the last check go. */
async function noteMissingMarks(db: Ctx['db'], examId: string, verdicts: RawBuilder<unknown>): Promise<void> {
  await sql`with noted as (
      select t.id, t.check_status, t.check_msg,
        coalesce((select jsonb_agg(m) from jsonb_array_elements(t.check_msg) m where m->>'code' <> 'C06'), '[]'::jsonb)
          || coalesce(c.check_msg, '[]'::jsonb) as notes
      from ${LIST} t left join ${verdicts} c on c.id = t.id and c.is_roster
      where t.exam_id = ${examId} and t.is_deleted = 0 and (c.id is not null or t.check_msg @> '[{"code":"C06"}]')
    ), verdict as (
      select n.id, nullif(n.notes, '[]'::jsonb) as check_msg,
        case when n.check_status in (0, 2) then n.check_status when n.notes = '[]'::jsonb then 1 else 3 end as check_status
      from noted n
    )
    update ${into(examStudentImport)} t set check_msg = v.check_msg, check_status = v.check_status
    from verdict v where v.id = t.id and (t.check_status, t.check_msg) is distinct from (v.check_status, v.check_msg)`.execute(
    db,
  )
}

function sum(faults: FaultCount[], level: string): number {
  return faults.filter((fault) => fault.level === level).reduce((total, fault) => total + fault.num, 0)
}

/** An exam is checked when list and marks are, without errors, and someone has said yes to the warnings. */
async function settleChecked(ctx: Ctx, examId: string): Promise<boolean> {
  const passed = await sql<{ kind: string }>`select kind from ${own(examImportCheck)}
    where exam_id = ${examId} and kind <> 'question' and error_num = 0 and (warning_num = 0 or confirm_user is not null)`.execute(
    ctx.db,
  )
  const filled = await sql<{ n: number }>`select count(*)::int as n from (
      (select 1 from ${LIST} where exam_id = ${examId} and is_deleted = 0 limit 1)
      union all (select 1 from ${MARKS} where exam_id = ${examId} and is_deleted = 0 limit 1)) x`.execute(ctx.db)
  const isDone = passed.rows.length === 2 && filled.rows[0]?.n === 2
  await moveExam(ctx, examId, isDone ? 'check' : 'import')
  return isDone
}

/** Nothing but warnings that nobody has said yes to. */
function isUnconfirmed({ faults }: CheckCounts, { isConfirmed }: CheckPayload): boolean {
  return !isConfirmed && sum(faults, 'error') === 0 && sum(faults, 'warning') > 0
}
