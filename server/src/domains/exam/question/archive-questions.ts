import { dependentsOf } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { FaultCount } from '@xueheng/contract/domains/exam/import.ts'
import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { sql } from 'kysely'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict, fault } from '../../../platform/error.ts'
import { type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState } from '../../../platform/states.ts'
import { refuseWhileBusy } from '../exam-jobs.ts'
import { examState, findExam, raiseDataVersion } from '../exam-row.ts'
import { evaluateQuestions } from '../import/workbench.ts'
import { expireTasks } from '../progress.ts'
import { examImportBatch, examImportCheck, examImportFault, examImportRow, examQuestionFile } from '../tables.ts'
import { clearQuestionFiles, forgetArchivedQuestions, listQuestionFiles, pointTo } from './question-files.ts'
import { writeFile } from './write-questions.ts'

interface ExamPayload {
  examId: string
}

const LINK = (examId: string) => `/bigdata/exam/examScoreStudentCourseQuestion?examId=${examId}`

export const checkQuestionsJob = defineJob<ExamPayload>({
  name: 'exam.check-questions',
  title: '校验小题分',
  singletonKey: ({ examId }) => examId,
  subject: ({ examId }) => examId,
  async run(ctx, { examId }, progress) {
    await progress.report({ step: '校验小题分' })
    const verdict = await evaluateQuestions(ctx, examId, readVerdict)
    return progress.finish(async (inside) => {
      await storeCheck(inside, examId, verdict)
      const { rows, text } = verdict
      return { text: text || `${rows.toLocaleString('en')} 条小题分没有错误`, link: LINK(examId) }
    })
  },
})

export const archiveQuestionsJob = defineJob<ExamPayload>({
  name: 'exam.archive-questions',
  title: '归档小题分',
  singletonKey: ({ examId }) => examId,
  subject: ({ examId }) => examId,
  async run(_ctx, { examId }, progress) {
    await progress.report({ step: '归档小题分' })
    return progress.finish((inside) => archiveQuestions(inside, examId))
  },
})

export async function startQuestionCheck(ctx: Ctx, examId: string): Promise<{ jobId: string }> {
  const exam = await findExam(ctx, examId)
  await requireStaged(ctx, examId)
  return { jobId: await ctx.jobs.start(ctx, checkQuestionsJob, { examId }, `${exam.examName} 校验小题分`) }
}

export async function startQuestionArchive(ctx: Ctx, examId: string): Promise<{ jobId: string }> {
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'archiveQuestion')
  await requireStaged(ctx, examId)
  await refuseWhileBusy(ctx, examId)
  return { jobId: await ctx.jobs.start(ctx, archiveQuestionsJob, { examId }, `${exam.examName} 归档小题分`) }
}

async function requireStaged(ctx: Ctx, examId: string): Promise<void> {
  if ((await listQuestionFiles(ctx, examId, 'staged')).length === 0) throw conflict('还没有小题分，请先导入')
}

interface Verdict {
  rows: number
  faults: FaultCount[]
  /** What is wrong, with the first students it is about; empty where nothing is. */
  text: string
}

/** So many faults are told one by one. */
const NAMED = 5

async function readVerdict(db: AnalyticsBatch): Promise<Verdict> {
  const [count] = await db.query<{ n: number }>('select count(*)::int as n from stored_mark')
  const faults = await db.query<FaultCount>(
    'select code, level, count(*)::int as num from fault group by all order by code',
  )
  const told = await db.query<{ text: string }>(`select e.student_number || '：' || f.text as text
    from fault f join entry e using (row_id) order by f.code, e.student_number limit ${NAMED}`)
  const sums = faults.map(({ code, num }) => `${CHECK_RULES[code as CheckCode].title} ${num} 处`)
  const text = sums.length > 0 ? `${sums.join('，')}。${told.map((one) => one.text).join('；')}` : ''
  return { rows: count?.n ?? 0, faults, text }
}

async function storeCheck(ctx: Ctx, examId: string, { rows, faults }: Verdict): Promise<void> {
  const errors = faults.reduce((sum, { num }) => sum + num, 0)
  await sql`insert into ${own(examImportCheck)} (tenant_id, exam_id, kind, error_num, warning_num, counts)
    values (${ctx.user.tenantId}, ${examId}, 'question', ${errors}, 0, ${JSON.stringify({ rows, faults, matrix: [] })})
    on conflict (exam_id, kind) do update set error_num = excluded.error_num, counts = excluded.counts,
      checked_time = localtimestamp(0)`.execute(ctx.db)
}

/** The staged question scores become facts of the frozen list: one file per course, everything or nothing. */
async function archiveQuestions(ctx: Ctx, examId: string): Promise<JobResult> {
  await lockKey(ctx.db, `exam-import:${examId}`)
  await requireState(ctx, examStates, examState(examId), 'archiveQuestion')
  await clearQuestionFiles(ctx, examId)
  const rows = await evaluateQuestions(ctx, examId, async (db) => {
    const verdict = await readVerdict(db)
    if (verdict.text) throw conflict(`小题分还有错误，不能归档：${verdict.text}`.slice(0, 480))
    await storeCheck(ctx, examId, verdict)
    await writeArchive(ctx, db, examId)
    return verdict.rows
  })
  await dropStaging(ctx, examId)
  await expire(ctx, examId)
  await logOperation(ctx, 'examQuestion.archive', '归档小题分', { entity: 'examInfo', rowId: examId, after: { rows } })
  return { text: `小题分归档完成，${rows.toLocaleString('en')} 条`, link: LINK(examId) }
}

async function writeArchive(ctx: Ctx, db: AnalyticsBatch, examId: string): Promise<void> {
  await forgetArchivedQuestions(ctx, examId)
  for (const { courseId } of await listQuestionFiles(ctx, examId, 'staged')) {
    const rows = `select cast(n.sid as integer) as sid, cast(s.course_id as smallint) as course_id, s.paper_code, s.question_no,
        cast(s.score10 as smallint) as score10, s.answer
      from stored_mark s join raw_archive_student n using (student_number) where s.course_id = ${courseId}
      order by s.question_no, cast(n.sid as integer)`
    await pointTo(ctx, examId, 'archived', await writeFile(ctx, db, examId, courseId, rows))
  }
}

/** What was uploaded is facts now and cannot be undone; batches and files stay for the record. */
async function dropStaging(ctx: Ctx, examId: string): Promise<void> {
  for (const table of [own(examImportRow), own(examImportFault)])
    await sql`delete from ${table} t using ${own(examImportBatch)} b
      where b.id = t.batch_id and b.exam_id = ${examId} and b.kind = 'question'`.execute(ctx.db)
  await sql`update ${own(examImportBatch)} set is_cleared = 1 where exam_id = ${examId} and kind = 'question'`.execute(
    ctx.db,
  )
  await sql`delete from ${own(examQuestionFile)} where exam_id = ${examId} and file_state = 'undo'`.execute(ctx.db)
}

/** Totals, ranks and lines stay: they do not depend on questions. */
async function expire(ctx: Ctx, examId: string): Promise<void> {
  await raiseDataVersion(ctx, examId)
  await expireTasks(ctx, examId, dependentsOf('ARC_QUESTION'))
}

/** The question scores may be imported and mended again; what was computed from them expires. */
export async function unarchiveQuestions(ctx: Ctx, examId: string, given: string): Promise<boolean> {
  const reason = given.trim()
  if (reason.length < 2) throw fault('reason', '请填写撤销归档的原因')
  await findExam(ctx, examId)
  await lockKey(ctx.db, `exam-import:${examId}`)
  await requireState(ctx, examStates, examState(examId), 'archiveQuestion')
  await refuseWhileBusy(ctx, examId)
  if ((await forgetArchivedQuestions(ctx, examId)) === 0) throw conflict('没有已归档的小题分')
  await expire(ctx, examId)
  await logOperation(ctx, 'examQuestion.unarchive', '撤销小题分归档', {
    entity: 'examInfo',
    rowId: examId,
    after: { reason },
  })
  return true
}
