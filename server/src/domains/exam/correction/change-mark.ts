import { dependentsOf } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { markText } from '@xueheng/contract/domains/exam/mark-text.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { own } from '../../../platform/db/table.ts'
import { conflict } from '../../../platform/error.ts'
import { tellChange } from '../../../platform/rows/live.ts'
import { requireState } from '../../../platform/states.ts'
import { refuseWhileBusy } from '../exam-jobs.ts'
import { type Exam, examState, findExam } from '../exam-row.ts'
import { type Mark } from '../import/score-text.ts'
import { expireTasks } from '../progress.ts'
import { examSchool, examScoreStudentCourse } from '../tables.ts'
import { type ArchivedMark, findArchivedMark } from './archived-mark.ts'

const LIST = every(examStudentImport, 'a mark is stored with its student as the list has him')

/** What one mark of the archive is to become, and what it was when that was asked for. */
export interface MarkChange {
  examId: string
  studentNumber: string
  courseName: string
  /** As people write it. */
  before: string
  after: Mark & { status: number }
}

/**
 * The one way to change a mark of an archived exam, in the transaction of the caller: the fact and the row it came from,
 * so that archiving again keeps it; the data version rises and what was computed from marks expires. Answers the new
 * version. Refuses in other states than `correct` allows, while a job of the exam is under way, and where exam or mark
 * have changed meanwhile.
 */
export async function changeMark(ctx: Ctx, change: MarkChange): Promise<number> {
  const { examId } = change
  const exam = await findExam(ctx, examId)
  if (!canDo(examStates, 'correct', exam.examStatus ?? 0))
    await requireState(ctx, examStates, examState(examId), 'correct')
  const version = await raiseSeen(ctx, exam)
  await refuseWhileBusy(ctx, examId)
  const mark = await findArchivedMark(ctx, change)
  if (mark?.text !== change.before) throw changed(change, mark)
  await writeFact(ctx, examId, mark, change.after)
  await writeStored(ctx, examId, mark, change.after)
  await countSitting(ctx, examId, mark, change.after)
  await expireTasks(ctx, examId, dependentsOf('ARC_SCORE'))
  return version
}

/** Raises the version of the exam as it was read; whoever changed it in between comes first. */
async function raiseSeen(ctx: Ctx, { id, examStatus, dataVersion }: Exam): Promise<number> {
  const raised = await sql<{ version: number }>`update ${into(examInfo)}
    set data_version = coalesce(data_version, 0) + 1, facts_version = coalesce(facts_version, 0) + 1, update_time = localtimestamp(0)
    where id = ${id} and exam_status = ${examStatus} and data_version is not distinct from ${dataVersion}
    returning data_version as version`.execute(ctx.db)
  const found = raised.rows[0]
  if (!found) throw conflict('考试的状态或数据刚刚有变化，请刷新后再办理')
  await tellChange(ctx, examInfo.name, id)
  return found.version
}

function changed({ studentNumber, courseName, before }: MarkChange, mark: ArchivedMark | undefined) {
  return mark
    ? conflict(`考号 ${studentNumber} 的${courseName}申请时为「${before}」，现为「${mark.text}」，请重新申请`)
    : conflict(`考号 ${studentNumber} 的${courseName}已不在归档中，请重新申请`)
}

/** The parts of a mark are those of the old one. */
async function writeFact(ctx: Ctx, examId: string, { sid, courseId }: ArchivedMark, after: MarkChange['after']) {
  await sql`update ${own(examScoreStudentCourse)} set score_status = ${after.status}, score = ${after.score},
      objective_score = null, subjective_score = null
    where exam_id = ${examId} and sid = ${sid} and course_id = ${courseId}`.execute(ctx.db)
}

/** Whoever was absent for want of a mark has no row of the import yet; who is not on its list gets none. */
async function writeStored(ctx: Ctx, examId: string, { courseName, person }: ArchivedMark, after: MarkChange['after']) {
  const text = markText(after)
  const changedRows = await sql`update ${into(examScoreImport)}
    set score_text = ${text}, score_status = ${after.status}, score = ${after.score},
      objective_score = null, subjective_score = null, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where exam_id = ${examId} and course_name = ${courseName} and student_number = ${person.studentNumber}
      and is_deleted = 0`.execute(ctx.db)
  if (changedRows.numAffectedRows !== 0n) return
  await sql`insert into ${into(examScoreImport)} (id, tenant_id, exam_id, course_name, student_number, student_code,
      student_name, area_code, area_name, school_code, school_name, exam_grade, class_code, exam_class,
      score_text, score_status, score, check_status, archive_status, create_user, update_user)
    select ${nextId()}::bigint, l.tenant_id, l.exam_id, ${courseName}, l.student_number, l.student_code,
      l.student_name, l.area_code, l.area_name, l.school_code, l.school_name, l.exam_grade, l.class_code, l.exam_class,
      ${text}, ${after.status}::int, ${after.score}::numeric, 1, 1, ${ctx.user.id}::bigint, ${ctx.user.id}::bigint
    from ${LIST} l
    where l.exam_id = ${examId} and l.student_number = ${person.studentNumber} and l.is_deleted = 0`.execute(ctx.db)
}

/** A student with a first mark, or without the last one, changes how many have any. */
async function countSitting(ctx: Ctx, examId: string, mark: ArchivedMark, after: MarkChange['after']): Promise<void> {
  const had = !Number.isNaN(Number(mark.text))
  const has = after.score !== null
  if (had === has) return
  const others = await sql`select 1 from ${own(examScoreStudentCourse)}
    where exam_id = ${examId} and sid = ${mark.sid} and course_id <> ${mark.courseId} and score is not null
    limit 1`.execute(ctx.db)
  if (others.rows.length > 0) return
  const more = has ? 1 : -1
  await sql`update ${into(examInfo)} set student_num = student_num + ${more} where id = ${examId}`.execute(ctx.db)
  await sql`update ${own(examSchool)} set student_num = student_num + ${more}
    where exam_id = ${examId} and school_code = ${mark.person.schoolCode}`.execute(ctx.db)
}
