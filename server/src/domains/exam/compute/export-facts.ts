import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { copyOutAll } from '../../../platform/db/copy.ts'
import { own } from '../../../platform/db/table.ts'
import { examSchool, examScoreStudent, examScoreStudentCourse } from '../tables.ts'
import type { ExamSpec, FactSource } from './exam-spec.ts'
import { COURSE_SCORE_COLUMNS, PAPER_PART_COLUMNS, ROSTER_COLUMNS } from './tables.ts'

/** The archived facts of an exam. Not for use inside a transaction: it opens its own for the copies. */
export function archiveSource({ db }: Pick<Ctx, 'db'>, spec: ExamSpec): FactSource {
  return {
    fingerprint: async () => {
      const { rows } = await sql<{ schools: string | null }>`
        select string_agg(s.school_code || ':' || s.is_in_report, ',' order by s.school_code) as schools
        from ${own(examSchool)} s where s.exam_id = ${spec.examId}`.execute(db)
      return createHash('sha256').update(`${spec.examId}/${spec.factsVersion}/${rows[0]?.schools}`).digest('hex')
    },
    write: (folder) =>
      copyOutAll(db, [
        { query: scoreQuery(spec.examId), path: join(folder, 'course_score.csv') },
        { query: rosterQuery(spec.examId), path: join(folder, 'roster.csv') },
        { query: partQuery(spec.examId), path: join(folder, 'paper_part.csv') },
      ]),
  }
}

function rosterQuery(examId: string): RawBuilder<unknown> {
  const columns = Object.keys(ROSTER_COLUMNS).map((name) =>
    name === 'is_in_report' ? sql`coalesce(j.is_in_report, 1)` : sql.ref(`s.${name}`),
  )
  return sql`select ${sql.join(columns)} from ${own(examScoreStudent)} s
    left join ${own(examSchool)} j on j.exam_id = s.exam_id and j.school_code = s.school_code
    where s.exam_id = ${examId}`
}

function scoreQuery(examId: string): RawBuilder<unknown> {
  const columns = Object.keys(COURSE_SCORE_COLUMNS).map((name) => sql.ref(`c.${name}`))
  return sql`select ${sql.join(columns)} from ${own(examScoreStudentCourse)} c where c.exam_id = ${examId}`
}

/** A score that is none has no parts, whatever was imported with it. */
function partQuery(examId: string): RawBuilder<unknown> {
  const columns = Object.keys(PAPER_PART_COLUMNS).map((name) => sql.ref(`c.${name}`))
  return sql`select ${sql.join(columns)} from ${own(examScoreStudentCourse)} c
    where c.exam_id = ${examId} and c.score_status in (0, 2) and c.score is not null
      and (c.objective_score is not null or c.subjective_score is not null)`
}
