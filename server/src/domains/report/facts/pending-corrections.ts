import { correctionStates, examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { ExamPackage } from '../exam-packages.ts'

interface Pending {
  studentNumber: string
  courseName: string
  oldScore: string
  newScore: string
}

/**
 * Says beside facts which approved corrections their package does not have yet: of a paper the mark it becomes, of a student
 * every course with both marks. Nothing is read while the package is up to date.
 */
export async function withCorrections<T extends Record<string, unknown>>(
  ctx: Ctx,
  source: ExamPackage,
  rows: T[],
): Promise<T[]> {
  if (!source.isStale || rows.length === 0) return rows
  const numbers = rows.map((row) => String(row['studentNumber']))
  const pending = await readPending(ctx, source, [...new Set(numbers)])
  return rows.map((row) => {
    const own = pending.filter(({ studentNumber }) => studentNumber === row['studentNumber'])
    const correction =
      'courseName' in row
        ? own.find(({ courseName }) => courseName === row['courseName'])?.newScore
        : own.map(({ courseName, oldScore, newScore }) => `${courseName} ${oldScore}→${newScore}`).join('、')
    return { ...row, correction: correction || null }
  })
}

/** One line per student and course: the mark of the package and the newest one after it. */
async function readPending(ctx: Ctx, { examId, manifest }: ExamPackage, numbers: string[]): Promise<Pending[]> {
  const { rows } = await sql<Pending>`select c.student_number, c.course_name,
      (array_agg(c.old_score order by c.data_version))[1] as old_score,
      (array_agg(c.new_score order by c.data_version desc))[1] as new_score
    from ${visible(ctx, examScoreCorrection)} c
    where c.exam_id = ${examId} and c.student_number = any(${numbers}::varchar[]) and coalesce(c.question_no, '') = ''
      and c.correction_status = ${correctionStates.states.applied.value} and c.data_version > ${manifest.dataVersion}
    group by c.student_number, c.course_name order by c.student_number, c.course_name`.execute(ctx.db)
  return rows
}
