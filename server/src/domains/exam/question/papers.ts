import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { examCourse } from '../tables.ts'

const QUESTIONS = every(
  paperQuestion,
  'the numbers of questions tell what the columns of a sheet hold; keys stay inside',
)

/** A paper as the sheets of its scores know it. */
export interface Paper {
  courseId: number
  courseName: string
  /** Names the course goes by, its own first. */
  names: string[]
  paperCode: string
  /** Questions that carry marks, as they stand on the paper. */
  questions: string[]
  /** Marks of a question by its number. */
  fulls: Record<string, number>
  /** Questions others belong to. */
  parents: string[]
}

/** The papers of an exam that have questions, in the order of the courses. */
export async function papersOf({ db }: Pick<Ctx, 'db'>, examId: string): Promise<Paper[]> {
  const { rows } = await sql<Omit<Paper, 'names'> & { aliases: string[] }>`
    with given as (
      select q.course_name, q.paper_code, q.question_no, nullif(q.parent_no, '') as parent_no, q.question_score, q.sort
      from ${QUESTIONS} q where q.exam_id = ${examId} and q.is_deleted = 0
    ), judged as (
      select g.*, exists (select 1 from given c where c.course_name = g.course_name and c.paper_code = g.paper_code
        and c.parent_no = g.question_no) as is_parent
      from given g
    )
    select k.course_id, k.course_name, k.course_alias as aliases, j.paper_code,
      coalesce(jsonb_agg(j.question_no order by j.sort, j.question_no) filter (where not j.is_parent), '[]') as questions,
      coalesce(jsonb_agg(j.question_no) filter (where j.is_parent), '[]') as parents,
      jsonb_object_agg(j.question_no, j.question_score) as fulls
    from judged j join ${own(examCourse)} k on k.exam_id = ${examId} and k.course_name = j.course_name
    group by k.course_id, k.course_name, k.course_alias, k.sort, j.paper_code order by k.sort, k.course_id, j.paper_code`.execute(
    db,
  )
  return rows.map(({ aliases, ...paper }) => ({ ...paper, names: [paper.courseName, ...aliases] }))
}
