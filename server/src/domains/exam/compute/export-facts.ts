import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { copyOutCsv } from '../../../platform/db/copy.ts'
import type { ExamSpec, FactSource } from './exam-spec.ts'
import { COURSE_SCORE_COLUMNS, ROSTER_COLUMNS } from './tables.ts'

/** The archived facts of an exam, over a connection that is bound to its tenant. */
export function archiveSource(client: pg.PoolClient, spec: ExamSpec): FactSource {
  const examId = BigInt(spec.examId)
  return {
    fingerprint: async () => {
      const { rows } = await client.query<{ schools: string | null }>(
        `select string_agg(school_code || ':' || is_in_report, ',' order by school_code) as schools
         from exam_school where exam_id = $1`,
        [spec.examId],
      )
      return createHash('sha256').update(`${spec.examId}/${spec.dataVersion}/${rows[0]?.schools}`).digest('hex')
    },
    write: (folder) =>
      inOneSnapshot(client, async () => {
        await copyOutCsv(client, rosterQuery(examId), join(folder, 'roster.csv'))
        await copyOutCsv(client, scoreQuery(examId), join(folder, 'course_score.csv'))
      }),
  }
}

/** List and marks as they stood at one moment, whoever writes between the two copies. */
async function inOneSnapshot(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin isolation level repeatable read, read only')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function rosterQuery(examId: bigint): string {
  const own = Object.keys(ROSTER_COLUMNS).map((name) =>
    name === 'is_in_report' ? 'coalesce(exam_school.is_in_report, 1)' : `student.${name}`,
  )
  return `select ${own.join(', ')} from exam_score_student as student
    left join exam_school on exam_school.exam_id = student.exam_id and exam_school.school_code = student.school_code
    where student.exam_id = ${examId}`
}

function scoreQuery(examId: bigint): string {
  return `select ${Object.keys(COURSE_SCORE_COLUMNS).join(', ')} from exam_score_student_course where exam_id = ${examId}`
}
