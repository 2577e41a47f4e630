import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { CheckedKind } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { sqlFile } from '../../../platform/analytics/sql-file.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction, lockKey, withClient } from '../../../platform/db/pool.ts'
import { conflict } from '../../../platform/error.ts'
import { type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState, transition } from '../../../platform/states.ts'
import { findExam } from '../exam-row.ts'
import { stateOfExam } from './batch.ts'
import { targetOf } from './import-target.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examScoreStudentCourse, examScoreStudent, examCourse, examSchool } from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'

const everyExamInfo = every(examInfo, '?')
const everyExamStudentImport = every(examStudentImport, '?')
const everyExamScoreImport = every(examScoreImport, '?')

export interface ArchivePayload {
  examId: string
  kind: CheckedKind
}

export const archiveExamJob = defineJob<ArchivePayload>({
  name: 'exam.archive-exam',
  title: '归档',
  singletonKey: ({ examId, kind }) => `${examId}:${kind}`,
  async run(ctx, payload, progress) {
    await progress.report({ step: '归档' })
    return inTransaction(ctx.db, (db) => archiveExam({ ...ctx, db }, payload))
  },
})

export async function startArchive(ctx: Ctx, payload: ArchivePayload): Promise<{ jobId: string }> {
  const exam = await findExam(ctx, payload.examId)
  await requireArchivable(ctx, payload.examId)
  return { jobId: await ctx.jobs.start(ctx, archiveExamJob, payload, `${exam.examName} 归档`) }
}

/** Moves one kind of checked rows into the facts: one transaction, by natural key, so that a second run changes nothing. */
export async function archiveExam(ctx: Ctx, { examId, kind }: ArchivePayload): Promise<JobResult> {
  await lockKey(ctx.db, `exam-import:${examId}`)
  const isArchived = await requireArchivable(ctx, examId)
  const changed = await withClient(ctx, (client) =>
    kind === 'student' ? archiveStudents(client, ctx, examId) : archiveScores(client, ctx, examId),
  )
  const { table } = targetOf(kind)
  await sql`update ${sql.table(table)} set archive_status = 1
    where exam_id = ${examId} and is_deleted = 0 and archive_status is distinct from 1`.execute(ctx.db)
  if (isArchived) {
    if (changed > 0) await raiseVersion(ctx, examId)
  } else await finish(ctx, examId)
  await logOperation(ctx, `examImport.archive.${kind}`, '归档', {
    entity: 'examInfo',
    rowId: examId,
    after: { kind, changed },
  })
  return { text: `${kind === 'student' ? '考生' : '成绩'}归档完成，写入 ${changed} 条` }
}

/** Checked exams are archived; archived ones may be archived again, which changes nothing. Answers whether it is archived already. */
async function requireArchivable(ctx: Ctx, examId: string): Promise<boolean> {
  const found = await sql<{
    status: number
  }>`select exam_status as status from ${everyExamInfo} where id = ${examId} and is_deleted = 0 for update`.execute(
    ctx.db,
  )
  if (found.rows[0]?.status === examStates.states.archived.value) return true
  await requireState(ctx, examStates, stateOfExam(examId), 'archive')
  return false
}

async function archiveStudents(client: pg.PoolClient, ctx: Ctx, examId: string): Promise<number> {
  const gone = `select s.sid from exam_score_student s where s.exam_id = $1 and not exists (select 1 from exam_student_import i
    where i.exam_id = s.exam_id and i.student_number = s.student_number and i.is_deleted = 0)`
  await client.query(`delete from exam_score_student_course where exam_id = $1 and sid in (${gone})`, [examId])
  const removed = await client.query(`delete from exam_score_student where exam_id = $1 and sid in (${gone})`, [examId])
  const written = await client.query(sqlFile(import.meta.url, 'archive-students.sql'), [ctx.user.tenantId, examId])
  return (removed.rowCount ?? 0) + (written.rowCount ?? 0)
}

async function archiveScores(client: pg.PoolClient, ctx: Ctx, examId: string): Promise<number> {
  const open = await client.query(
    `select 1 from exam_student_import where exam_id = $1 and is_deleted = 0 and archive_status is distinct from 1 limit 1`,
    [examId],
  )
  if (open.rows.length > 0) throw conflict('请先归档考生，再归档成绩')
  const empty = await client.query<{ name: string }>(
    `select k.course_name as name from exam_course k where k.exam_id = $1 and not exists (select 1
       from exam_score_student_course_import i where i.exam_id = k.exam_id and i.course_name = k.course_name and i.is_deleted = 0)
     order by k.course_id`,
    [examId],
  )
  if (empty.rows.length > 0) throw conflict(`${empty.rows.map((row) => row.name).join('、')}还没有成绩，请先导入`)
  const removed = await client.query(
    `delete from exam_score_student_course f where f.exam_id = $1 and f.score_status <> 1 and not exists (select 1
       from exam_score_student s join exam_course k on k.exam_id = s.exam_id and k.course_id = f.course_id
       join exam_score_student_course_import i on i.exam_id = s.exam_id and i.student_number = s.student_number
         and i.course_name = k.course_name and i.is_deleted = 0
       where s.exam_id = f.exam_id and s.sid = f.sid)`,
    [examId],
  )
  const written = await client.query(sqlFile(import.meta.url, 'archive-scores.sql'), [ctx.user.tenantId, examId])
  return (removed.rowCount ?? 0) + (written.rowCount ?? 0)
}

/** The exam is archived when its list and every mark are. */
async function finish(ctx: Ctx, examId: string): Promise<void> {
  const open =
    await sql`select 1 from ${everyExamStudentImport} where exam_id = ${examId} and is_deleted = 0 and archive_status is distinct from 1
    union all select 1 from ${everyExamScoreImport}
      where exam_id = ${examId} and is_deleted = 0 and archive_status is distinct from 1 limit 1`.execute(ctx.db)
  if (open.rows.length > 0) return
  await countSchools(ctx, examId)
  await transition(ctx, examStates, stateOfExam(examId), 'archive')
  await raiseVersion(ctx, examId)
  await dropStaging(ctx, examId)
}

/** What was uploaded is facts now, and can neither be written nor undone; batches and files stay for the record. */
async function dropStaging(ctx: Ctx, examId: string): Promise<void> {
  for (const table of ['exam_import_row', 'exam_import_fault', 'exam_import_undo'])
    await sql`delete from ${sql.table(table)} t using ${own(examImportBatch)} b
      where b.id = t.batch_id and b.exam_id = ${examId}`.execute(ctx.db)
}

async function raiseVersion(ctx: Ctx, examId: string): Promise<void> {
  await sql`update ${into(examInfo)} e set data_version = coalesce(e.data_version, 0) + 1, update_time = localtimestamp(0),
      student_num = (select count(distinct sid) from ${own(examScoreStudentCourse)} where exam_id = e.id and score is not null),
      school_num = (select count(distinct school_code) from ${own(examScoreStudent)} where exam_id = e.id),
      course_num = (select count(*) from ${own(examCourse)} where exam_id = e.id)
    where e.id = ${examId}`.execute(ctx.db)
}

/** Schools of the list join the exam; what the bureau has set for them stays. */
async function countSchools(ctx: Ctx, examId: string): Promise<void> {
  await sql`insert into ${own(examSchool)} (tenant_id, exam_id, school_code, school_name, area_code, school_group, plan_num, student_num, sort)
    select s.tenant_id, s.exam_id, s.school_code, max(s.school_name), max(s.area_code), max(s.school_group), count(*),
      count(*) filter (where exists (select 1 from ${own(examScoreStudentCourse)} c where c.exam_id = s.exam_id and c.sid = s.sid and c.score is not null)),
      max(s.school_sort)
    from ${own(examScoreStudent)} s where s.exam_id = ${examId} group by s.tenant_id, s.exam_id, s.school_code
    on conflict (exam_id, school_code) do update set school_name = excluded.school_name, area_code = excluded.area_code,
      plan_num = excluded.plan_num, student_num = excluded.student_num`.execute(ctx.db)
}
