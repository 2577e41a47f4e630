import type { CheckCounts, CheckOutcome, CompletenessCell } from '@xueheng/contract/domains/exam/exam-check.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { sql } from 'kysely'
import { visibleValues } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { loadExam } from './batch.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportCheck } from '../tables.ts'

interface LastCheck extends Omit<CheckOutcome, 'rows' | 'faults'> {
  counts: CheckCounts
}

/** What the last checks found, and the matrix school × course of those the user may see. Empty lists before the first check. */
export async function completeness(ctx: Ctx, examId: string) {
  await loadExam(ctx, examId)
  const found = await sql<LastCheck>`select kind, checked_time, error_num, warning_num,
      confirm_user is not null as is_confirmed, counts from ${own(examImportCheck)} where exam_id = ${examId} and kind <> 'question'`.execute(
    ctx.db,
  )
  const checks = found.rows.map(({ counts, ...check }) => ({ ...check, rows: counts.rows, faults: counts.faults }))
  const seen = await visibleValues(ctx, basicSchool, 'school_code')
  const matrix = found.rows
    .flatMap((check) => check.counts.matrix)
    .filter((cell) => isSeen(ctx, cell) && (!seen || seen.includes(cell.schoolCode)))
  return { checks, matrix }
}

function isSeen({ scope }: Ctx, cell: CompletenessCell): boolean {
  if (scope.level === 'all') return true
  return scope.level === 'area' ? scope.areaCodes.includes(cell.areaCode) : scope.schoolCodes.includes(cell.schoolCode)
}
