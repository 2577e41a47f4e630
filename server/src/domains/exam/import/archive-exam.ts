import { dependentsOf } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { CheckCounts } from '@xueheng/contract/domains/exam/exam-check.ts'
import type { CheckedKind } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { refreshStatistics } from '../../../platform/db/statistics.ts'
import { type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState } from '../../../platform/states.ts'
import { examState, findExam, moveExam } from '../exam-row.ts'
import { expireTasks } from '../progress.ts'
import { type ArchiveReport, archiveScores } from './archive-scores.ts'
import { archiveStudents } from './archive-students.ts'
import { own } from '../../../platform/db/table.ts'
import {
  examCourse,
  examImportBatch,
  examImportCheck,
  examImportFault,
  examImportRow,
  examImportUndo,
  examSchool,
  examScoreStudent,
  examScoreStudentCourse,
} from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'

const EXAMS = every(examInfo, 'the state of the exam decides whether it may be archived')

/** Where the rows of a kind go; all that follows reads them. */
const FACTS = {
  student: { table: examScoreStudent, keys: ['exam_id', 'sid', 'school_code'] },
  score: { table: examScoreStudentCourse, keys: ['exam_id', 'sid', 'course_id'] },
}
const TITLES = { student: '考生', score: '成绩' }

export interface ArchivePayload {
  examId: string
  kind: CheckedKind
  /** Archived when this kind is. */
  next?: CheckedKind | undefined
}

export const archiveExamJob = defineJob<ArchivePayload>({
  name: 'exam.archive-exam',
  title: '归档',
  singletonKey: ({ examId, kind }) => `${examId}:${kind}`,
  subject: ({ examId }) => examId,
  async run(ctx, { next, ...payload }, progress) {
    const checked = await sql<{ counts: CheckCounts }>`select counts from ${own(examImportCheck)}
      where exam_id = ${payload.examId} and kind = ${payload.kind}`.execute(ctx.db)
    await progress.report({ step: `归档${TITLES[payload.kind]}`, done: 0, total: checked.rows[0]?.counts.rows ?? 0 })
    return progress.finish(async (inside) => {
      const result = await archiveExam(inside, payload, (done, total) => progress.report({ done, total }))
      if (next) await startArchive(inside, { ...payload, kind: next })
      return result
    })
  },
})

export async function startArchive(ctx: Ctx, payload: ArchivePayload): Promise<{ jobId: string }> {
  const exam = await findExam(ctx, payload.examId)
  await requireArchivable(ctx, payload.examId)
  return { jobId: await ctx.jobs.start(ctx, archiveExamJob, payload, `${exam.examName} 归档`) }
}

/** Moves one kind of checked rows into the facts: one transaction, by natural key, so that a second run changes nothing. */
export async function archiveExam(
  ctx: Ctx,
  { examId, kind }: ArchivePayload,
  report: ArchiveReport,
): Promise<JobResult> {
  await lockKey(ctx.db, `exam-import:${examId}`)
  const isArchived = await requireArchivable(ctx, examId)
  const changed = kind === 'student' ? await archiveStudents(ctx, examId) : await archiveScores(ctx, examId, report)
  if (kind === 'student') await closeList(ctx, examId)
  if (isArchived) {
    if (changed > 0) await raiseVersion(ctx, examId)
  } else if (kind === 'score') await finish(ctx, examId)
  await logOperation(ctx, `examImport.archive.${kind}`, '归档', {
    entity: 'examInfo',
    rowId: examId,
    after: { kind, changed },
  })
  await refreshStatistics(ctx.db, into(FACTS[kind].table), FACTS[kind].keys)
  return { text: `${TITLES[kind]}归档完成，写入 ${changed.toLocaleString('en')} 条` }
}

/** Checked exams are archived; archived ones may be archived again, which changes nothing. Answers whether it is archived already. */
async function requireArchivable(ctx: Ctx, examId: string): Promise<boolean> {
  const found = await sql<{
    status: number
  }>`select exam_status as status from ${EXAMS} where id = ${examId} and is_deleted = 0 for update`.execute(ctx.db)
  if (found.rows[0]?.status === examStates.states.archived.value) return true
  await requireState(ctx, examStates, examState(examId), 'archive')
  return false
}

/** Says of each student that he is archived; of marks the state of the exam says so. */
async function closeList(ctx: Ctx, examId: string): Promise<void> {
  await sql`update ${into(examStudentImport)} set archive_status = 1
    where exam_id = ${examId} and is_deleted = 0 and archive_status is distinct from 1`.execute(ctx.db)
}

/** With the marks, which follow an archived list, the exam is archived. */
async function finish(ctx: Ctx, examId: string): Promise<void> {
  await moveExam(ctx, examId, 'archive')
  await raiseVersion(ctx, examId)
  await dropStaging(ctx, examId)
}

/** What was uploaded is facts now, and can neither be written nor undone; batches and files stay for the record. */
async function dropStaging(ctx: Ctx, examId: string): Promise<void> {
  for (const table of [examImportRow, examImportFault, examImportUndo])
    await sql`delete from ${into(table)} t using ${own(examImportBatch)} b
      where b.id = t.batch_id and b.exam_id = ${examId} and b.kind <> 'question'`.execute(ctx.db)
  await sql`update ${own(examImportBatch)} set is_cleared = 1
    where exam_id = ${examId} and kind <> 'question'`.execute(ctx.db)
}

async function raiseVersion(ctx: Ctx, examId: string): Promise<void> {
  await countSchools(ctx, examId)
  await sql`update ${into(examInfo)} e set data_version = coalesce(e.data_version, 0) + 1,
      facts_version = coalesce(e.facts_version, 0) + 1, update_time = localtimestamp(0),
      student_num = (select coalesce(sum(s.student_num), 0) from ${own(examSchool)} s where s.exam_id = e.id),
      school_num = (select count(distinct school_code) from ${own(examScoreStudent)} where exam_id = e.id),
      course_num = (select count(*) from ${own(examCourse)} where exam_id = e.id)
    where e.id = ${examId}`.execute(ctx.db)
  await expireTasks(ctx, examId, [...dependentsOf('ARC_STUDENT'), ...dependentsOf('ARC_SCORE')])
}

/** Schools of the list join the exam, with how many of theirs have a mark; what the bureau has set for them stays. */
async function countSchools(ctx: Ctx, examId: string): Promise<void> {
  await sql`insert into ${own(examSchool)} (tenant_id, exam_id, school_code, school_name, area_code, school_group, plan_num, student_num, sort)
    select s.tenant_id, s.exam_id, s.school_code, max(s.school_name), max(s.area_code), max(s.school_group), count(*),
      count(sat.sid), max(s.school_sort)
    from ${own(examScoreStudent)} s left join (
      select distinct sid from ${own(examScoreStudentCourse)} where exam_id = ${examId} and score is not null
    ) sat on sat.sid = s.sid
    where s.exam_id = ${examId} group by s.tenant_id, s.exam_id, s.school_code
    on conflict (exam_id, school_code) do update set school_name = excluded.school_name, area_code = excluded.area_code,
      plan_num = excluded.plan_num, student_num = excluded.student_num`.execute(ctx.db)
  await sql`update ${own(examSchool)} e set plan_num = 0, student_num = 0 where e.exam_id = ${examId}
    and e.school_code <> all(array(select distinct s.school_code from ${own(examScoreStudent)} s where s.exam_id = ${examId}))`.execute(
    ctx.db,
  )
}
