import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type RowOf, own } from '../../../platform/db/table.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { conflict } from '../../../platform/error.ts'
import { examCourse, examScoreStudent, examScoreStudentCourse } from '../tables.ts'
import { COURSE_LETTERS } from '../course-letters.ts'

const EXAMS = every(examInfo, 'the mode of the exam decides which courses a student sits')
const LIST = every(examStudentImport, 'the whole list of the exam says who sits what')
const MARKS = every(examScoreImport, 'every mark of the exam is archived')

/** Told how many marks there may be have been looked through, of all. */
export type ArchiveReport = (done: number, total: number) => Promise<void>

/** The stored marks become facts of the frozen list. Answers how many rows were written or removed. */
export async function archiveScores(ctx: Ctx, examId: string, report: ArchiveReport): Promise<number> {
  await refuseOpenList(ctx, examId)
  await refuseEmptyCourses(ctx, examId)
  const students = await frozenStudents(ctx, examId)
  const facts = await sql`select 1 from ${own(examScoreStudentCourse)} where exam_id = ${examId} limit 1`.execute(
    ctx.db,
  )
  const isAgain = facts.rows.length > 0
  const removed = isAgain ? await removeUnexplained(ctx, examId, students) : 0
  return removed + (await writeMarks(ctx, examId, { students, isAgain }, report))
}

async function refuseOpenList({ db }: Ctx, examId: string): Promise<void> {
  const open = await sql`select 1 from ${LIST} i
    where i.exam_id = ${examId} and i.is_deleted = 0 and i.archive_status is distinct from 1 limit 1`.execute(db)
  if (open.rows.length > 0) throw conflict('请先归档考生，再归档成绩')
}

async function refuseEmptyCourses({ db }: Ctx, examId: string): Promise<void> {
  const empty = await sql<{ name: string }>`select k.course_name as name from ${own(examCourse)} k
    where k.exam_id = ${examId} and not exists (select 1 from ${MARKS} i
      where i.exam_id = k.exam_id and i.course_name = k.course_name and i.is_deleted = 0)
    order by k.course_id`.execute(db)
  if (empty.rows.length > 0) throw conflict(`${empty.rows.map((row) => row.name).join('、')}还没有成绩，请先导入`)
}

/** The frozen list with what the stored one says of the courses of a student. */
function frozenStudents({ db }: Ctx, examId: string): Promise<RawBuilder<unknown>> {
  return createTempTable(
    db,
    'archive_student',
    sql`select s.sid, s.student_number, l.student_number is not null as is_listed,
        l.take_courses, l.course_combination, l.arts_science
      from ${own(examScoreStudent)} s
      left join ${LIST} l on l.exam_id = s.exam_id and l.student_number = s.student_number and l.is_deleted = 0
      where s.exam_id = ${examId}`,
    ['student_number', 'sid'],
  )
}

/** Whether the student `s` of the exam `e` sits the course `k`. */
const SITS = sql`case
  when jsonb_typeof(s.take_courses) = 'array' then s.take_courses ? k.course_name
  when letter.letter is null then true
  when coalesce(s.course_combination, '') <> '' then strpos(s.course_combination, letter.letter) > 0
  when e.exam_mode <> '2' or coalesce(s.arts_science, '') in ('', '0') then true
  else strpos(case s.arts_science when '1' then '历政地' else '物化生' end, letter.letter) > 0 end`

/** Each course `k` of the exam `e`, with the letter it has in a combination. */
const COURSES = sql`${EXAMS} e join ${own(examCourse)} k on k.exam_id = e.id left join ${COURSE_LETTERS} on letter.course_name = k.course_name`

/** Facts of an earlier archive that neither a mark nor a course to sit explains any more. */
async function removeUnexplained({ db }: Ctx, examId: string, students: RawBuilder<unknown>): Promise<number> {
  const removed = await sql`delete from ${own(examScoreStudentCourse)} f
    where f.exam_id = ${examId} and not exists (
      select 1 from ${students} s, ${COURSES}
      where e.id = ${examId} and s.sid = f.sid and k.course_id = f.course_id and (s.is_listed and ${SITS} or exists (
        select 1 from ${MARKS} i where i.exam_id = e.id and i.course_name = k.course_name
          and i.student_number = s.student_number and i.is_deleted = 0)))`.execute(db)
  return Number(removed.numAffectedRows ?? 0n)
}

/** Whose marks are written, and whether facts of an earlier archive stand there. */
interface Archived {
  students: RawBuilder<unknown>
  isAgain: boolean
}

const GATHERED = sql.table('archive_mark')

/**
 * Every mark, and 缺考 for each course to sit without one. They are gathered a course at a time and written in the order of their index: to go
 * through the whole of it once for each course costs half as much again.
 */
async function writeMarks(ctx: Ctx, examId: string, archived: Archived, report: ArchiveReport): Promise<number> {
  const listed = await sql<{ num: number }>`select count(*)::int as num from ${archived.students}`.execute(ctx.db)
  const num = listed.rows[0]?.num ?? 0
  const courses = await sql<Course>`select course_id, course_name from ${own(examCourse)}
    where exam_id = ${examId} order by course_id`.execute(ctx.db)
  const total = courses.rows.length * num
  await sql`create temp table ${GATHERED} (sid int, course_id smallint, score_status smallint, score numeric(6, 1),
    objective_score numeric(6, 1), subjective_score numeric(6, 1)) on commit drop`.execute(ctx.db)
  for (const [at, course] of courses.rows.entries()) {
    await report(at * num, total)
    await gatherMarksOf(ctx, examId, course, archived.students)
  }
  const written = await sql`insert into ${own(examScoreStudentCourse)} as f
      (tenant_id, exam_id, sid, course_id, score_status, score, objective_score, subjective_score)
    select ${ctx.user.tenantId}, ${examId}::bigint, m.* from ${GATHERED} m order by m.sid, m.course_id
    ${archived.isAgain ? IN_PLACE : sql``}`.execute(ctx.db)
  await sql`drop table ${GATHERED}`.execute(ctx.db)
  await report(total, total)
  return Number(written.numAffectedRows ?? 0n)
}

type Course = Pick<RowOf<typeof examCourse.columns>, 'courseId' | 'courseName'>

/** The mark of each student who has one in the course, and 缺考 of whoever should sit it; a course that was not chosen and has no mark gets no row. */
async function gatherMarksOf(
  { db }: Ctx,
  examId: string,
  { courseId, courseName }: Course,
  students: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into ${GATHERED}
    select s.sid, k.course_id, coalesce(i.score_status, 1), i.score, i.objective_score, i.subjective_score
    from ${COURSES} cross join ${students} s
    left join ${MARKS} i on i.exam_id = ${examId} and i.course_name = ${courseName} and i.student_number = s.student_number
      and i.is_deleted = 0
    where e.id = ${examId} and k.course_id = ${courseId} and (i.id is not null or s.is_listed and ${SITS})`.execute(db)
}

/** Over facts of an earlier archive; where there are none, to look for them costs as much as to write. */
const IN_PLACE = sql`on conflict (exam_id, sid, course_id) do update set score_status = excluded.score_status,
    score = excluded.score, objective_score = excluded.objective_score, subjective_score = excluded.subjective_score
  where (f.score_status, f.score, f.objective_score, f.subjective_score)
    is distinct from (excluded.score_status, excluded.score, excluded.objective_score, excluded.subjective_score)`
