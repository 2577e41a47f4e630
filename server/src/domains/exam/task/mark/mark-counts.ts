import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { MARKING, REPORTED, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { sql } from 'kysely'
import { visible } from '../../../../platform/access/doors.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { COURSE_LETTERS } from '../../course-letters.ts'

/** Teachers of a course in a school: reported, and by what became of those who were pulled. */
export interface TeacherCount {
  courseName: string
  schoolCode: string
  schoolName: string
  teacherNum: number
  pulledNum: number
  confirmedNum: number
  returnedNum: number
}

/** Reported and pulled teachers by course and school, as far as the reader sees them. */
export async function countTeachers(ctx: Ctx, taskId: string): Promise<TeacherCount[]> {
  const { pulled, confirmed, returned } = markStates.states
  const marking = (value: number) =>
    sql`count(*) filter (where t.teacher_kind = ${MARKING} and t.arrange_status = ${value})::int`
  const { rows } = await sql<TeacherCount>`select t.course_name, t.school_code,
      coalesce(max(t.school_name), t.school_code) as school_name,
      count(*) filter (where t.teacher_kind = ${REPORTED})::int as teacher_num, ${marking(pulled.value)} as pulled_num,
      ${marking(confirmed.value)} as confirmed_num, ${marking(returned.value)} as returned_num
    from ${visible(ctx, examTaskTeacher)} t where t.task_id = ${taskId}
    group by t.course_name, t.school_code order by t.course_name, t.school_code`.execute(ctx.db)
  return rows
}

/** Papers of a school in a course. */
export interface PaperCount {
  courseName: string
  schoolCode: string
  schoolName: string
  paperNum: number
}

/**
 * Candidates of a task who sit each of the courses, by school: as reported for the candidate, else by the chosen
 * combination; who chose nothing sits all.
 */
export async function countPapers(ctx: Ctx, taskId: string, courseNames: string[]): Promise<PaperCount[]> {
  const { rows } = await sql<PaperCount>`with k as (
      select s.school_code, coalesce(max(s.school_name), s.school_code) as school_name, s.take_courses,
        coalesce(s.course_combination, '') as chosen, count(*) as num
      from ${visible(ctx, examTaskStudent)} s where s.task_id = ${taskId} group by s.school_code, s.take_courses, chosen)
    select c.course_name, k.school_code, max(k.school_name) as school_name, sum(k.num)::int as paper_num
    from unnest(${courseNames}::varchar[]) c(course_name) left join ${COURSE_LETTERS} using (course_name) cross join k
    where case
      when jsonb_typeof(k.take_courses) = 'array' and jsonb_array_length(k.take_courses) > 0
        then jsonb_exists(k.take_courses, c.course_name)
      when k.chosen = '' or letter.letter is null then true
      else strpos(k.chosen, letter.letter) > 0 end
    group by c.course_name, k.school_code order by c.course_name, k.school_code`.execute(ctx.db)
  return rows
}
