import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { conflict } from '../../../platform/error.ts'
import { examCourse, examScoreStudent, examScoreStudentCourse } from '../tables.ts'

const EXAMS = every(examInfo, 'the mode of the exam decides which courses a student sits')
const LIST = every(examStudentImport, 'the whole list of the exam says who sits what')
const MARKS = every(examScoreImport, 'every mark of the exam is archived')

/** Told how many rows are archived, of all. */
export type ArchiveReport = (done: number, total: number) => Promise<void>

/** The stored marks become facts of the frozen list. Answers how many rows were written or removed. */
export async function archiveScores(ctx: Ctx, examId: string, report: ArchiveReport): Promise<number> {
  await refuseOpenList(ctx, examId)
  const students = await frozenStudents(ctx, examId)
  const marks = await createTempTable(
    ctx.db,
    'archive_mark',
    sql`select s.sid, k.course_id, i.score_status, i.score, i.objective_score, i.subjective_score
      from ${MARKS} i
      join ${students} s on s.student_number = i.student_number
      join ${own(examCourse)} k on k.exam_id = i.exam_id and k.course_name = i.course_name
      where i.exam_id = ${examId} and i.is_deleted = 0`,
    ['sid', 'course_id'],
  )
  await refuseEmptyCourses(ctx, examId, marks)
  const absences = await absentFrom(ctx, examId, students, marks)
  const removed = await sql`delete from ${own(examScoreStudentCourse)} f
    where f.exam_id = ${examId}
      and not exists (select 1 from ${marks} m where m.sid = f.sid and m.course_id = f.course_id)
      and not exists (select 1 from ${absences} a where a.sid = f.sid and a.course_id = f.course_id)`.execute(ctx.db)
  return Number(removed.numAffectedRows ?? 0n) + (await writeMarks(ctx, examId, { marks, absences }, report))
}

async function refuseOpenList({ db }: Ctx, examId: string): Promise<void> {
  const open = await sql`select 1 from ${LIST} i
    where i.exam_id = ${examId} and i.is_deleted = 0 and i.archive_status is distinct from 1 limit 1`.execute(db)
  if (open.rows.length > 0) throw conflict('请先归档考生，再归档成绩')
}

async function refuseEmptyCourses({ db }: Ctx, examId: string, marks: RawBuilder<unknown>): Promise<void> {
  const empty = await sql<{ name: string }>`select k.course_name as name from ${own(examCourse)} k
    where k.exam_id = ${examId} and not k.course_id = any(array(select distinct m.course_id from ${marks} m))
    order by k.course_id`.execute(db)
  if (empty.rows.length > 0) throw conflict(`${empty.rows.map((row) => row.name).join('、')}还没有成绩，请先导入`)
}

/** The frozen list with what the stored one says of the courses of a student. */
async function frozenStudents({ db }: Ctx, examId: string): Promise<RawBuilder<unknown>> {
  const listed = await createTempTable(
    db,
    'archive_listed',
    sql`select i.student_number, i.take_courses, i.course_combination, i.arts_science
      from ${LIST} i where i.exam_id = ${examId} and i.is_deleted = 0`,
    ['student_number'],
  )
  return createTempTable(
    db,
    'archive_student',
    sql`select s.sid, s.student_number, l.student_number is not null as is_listed,
        l.take_courses, l.course_combination, l.arts_science
      from ${own(examScoreStudent)} s left join ${listed} l on l.student_number = s.student_number
      where s.exam_id = ${examId}`,
    ['student_number'],
  )
}

/** How the courses of choice are written in a combination. */
const LETTERS = sql`(values ('物理', '物'), ('历史', '历'), ('化学', '化'), ('生物', '生'), ('政治', '政'), ('思想政治', '政'),
  ('地理', '地'), ('技术', '技')) as letter (course_name, letter)`

/** Whether the student `s` of the exam `e` sits the course `k`. */
const SITS = sql`case
  when jsonb_typeof(s.take_courses) = 'array' then s.take_courses ? k.course_name
  when letter.letter is null then true
  when coalesce(s.course_combination, '') <> '' then strpos(s.course_combination, letter.letter) > 0
  when e.exam_mode <> '2' or coalesce(s.arts_science, '') in ('', '0') then true
  else strpos(case s.arts_science when '1' then '历政地' else '物化生' end, letter.letter) > 0 end`

/** The courses without a mark that students of the list sit. A course that was not chosen and has no mark gets no row. */
function absentFrom(
  { db }: Ctx,
  examId: string,
  students: RawBuilder<unknown>,
  marks: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  return createTempTable(
    db,
    'archive_absent',
    sql`select s.sid, k.course_id
      from ${students} s
      join ${EXAMS} e on e.id = ${examId}
      join ${own(examCourse)} k on k.exam_id = e.id
      left join ${LETTERS} on letter.course_name = k.course_name
      where s.is_listed and ${SITS}
        and not exists (select 1 from ${marks} m where m.sid = s.sid and m.course_id = k.course_id)`,
    ['sid', 'course_id'],
  )
}

/** Temporary tables of what is written. */
interface Archived {
  marks: RawBuilder<unknown>
  absences: RawBuilder<unknown>
}

/** So many students' marks are written between two words on how far it is. */
const STUDENTS_AT_ONCE = 5000

/** Every mark, and 缺考 for each course to sit without one, some thousand students at a time. */
async function writeMarks(ctx: Ctx, examId: string, archived: Archived, report: ArchiveReport): Promise<number> {
  const { marks, absences } = archived
  const parts = await sql<{
    from: number
    rows: number
  }>`select (x.sid - 1) / ${STUDENTS_AT_ONCE}::int * ${STUDENTS_AT_ONCE}::int as "from",
      count(*)::int as rows
    from (select m.sid from ${marks} m union all select a.sid from ${absences} a) x group by 1 order by 1`.execute(
    ctx.db,
  )
  const total = parts.rows.reduce((sum, { rows }) => sum + rows, 0)
  let [done, written] = [0, 0]
  for (const { from, rows } of parts.rows) {
    await report(done, total)
    written += await writeMarksOf(ctx, examId, archived, from)
    done += rows
  }
  await report(done, total)
  return written
}

/** Those of the students numbered above `from`. */
async function writeMarksOf(ctx: Ctx, examId: string, { marks, absences }: Archived, from: number): Promise<number> {
  const to = from + STUDENTS_AT_ONCE
  const written = await sql`insert into ${own(examScoreStudentCourse)} as f
      (tenant_id, exam_id, sid, course_id, score_status, score, objective_score, subjective_score)
    select ${ctx.user.tenantId}, ${examId}::bigint, x.sid, x.course_id, x.score_status, x.score, x.objective_score, x.subjective_score
    from (
      select m.sid, m.course_id, coalesce(m.score_status, 1) as score_status, m.score, m.objective_score, m.subjective_score
      from ${marks} m where m.sid > ${from}::int and m.sid <= ${to}::int
      union all
      select a.sid, a.course_id, 1, null, null, null from ${absences} a where a.sid > ${from}::int and a.sid <= ${to}::int
    ) x
    order by x.sid, x.course_id
    on conflict (exam_id, sid, course_id) do update set score_status = excluded.score_status, score = excluded.score,
      objective_score = excluded.objective_score, subjective_score = excluded.subjective_score
    where (f.score_status, f.score, f.objective_score, f.subjective_score)
      is distinct from (excluded.score_status, excluded.score, excluded.objective_score, excluded.subjective_score)`.execute(
    ctx.db,
  )
  return Number(written.numAffectedRows ?? 0n)
}
