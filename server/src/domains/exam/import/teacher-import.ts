import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { listAll } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { examState } from '../exam-row.ts'
import { loadExam } from './batch.ts'
import { missingTeachers, unknownTeachers } from './workbench.ts'
import { into } from '../../../platform/access/doors.ts'

export function listClassTeachers(
  ctx: Ctx,
  input: { examId: string; schoolCode: string | null; classCode: string | null },
): Promise<EntityRow<typeof examTeacherImport.fields>[]> {
  return listAll(examTeacherImport, ctx, {
    examId_equal: input.examId,
    ...(input.schoolCode ? { schoolCode_equal: input.schoolCode } : {}),
    ...(input.classCode ? { classCode_equal: input.classCode } : {}),
  })
}

/** Texts answered by one check; the count speaks of all. */
const MOST_TEXTS = 200

/** T01: every class should have a teacher in each course its students sit. T02: the register should know the teacher. */
export async function checkTeachers(
  ctx: Ctx,
  examId: string,
): Promise<{ checked: number; warnings: number; missing: string[]; unknown: string[] }> {
  await loadExam(ctx, examId)
  const checked = await sql`update ${into(examTeacherImport)} set check_status = 1, check_msg = null
    where exam_id = ${examId} and is_deleted = 0`.execute(ctx.db)
  const missing = await missingTeachers(ctx, examId)
  const unknown = await unknownTeachers(ctx, examId)
  return {
    checked: Number(checked.numAffectedRows ?? 0n),
    warnings: missing.length + unknown.length,
    missing: missing.slice(0, MOST_TEXTS),
    unknown: unknown.slice(0, MOST_TEXTS),
  }
}

export async function archiveTeachers(ctx: Ctx, examId: string): Promise<boolean> {
  await loadExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editRule')
  await sql`update ${into(examTeacherImport)} set archive_status = 1
    where exam_id = ${examId} and is_deleted = 0 and archive_status is distinct from 1`.execute(ctx.db)
  await logOperation(ctx, 'examTeacherImport.archive', '归档任课', { entity: 'examInfo', rowId: examId })
  return true
}

/** `ids` are exams, as older clients send them. */
export async function clearTeachers(ctx: Ctx, examIds: string[]): Promise<{ removed: number }> {
  if (examIds.length === 0) throw refuse('请选择考试')
  let removed = 0
  for (const examId of examIds) {
    await loadExam(ctx, examId)
    await requireState(ctx, examStates, examState(examId), 'editRule')
    const gone = await sql`delete from ${into(examTeacherImport)} where exam_id = ${examId}`.execute(ctx.db)
    removed += Number(gone.numAffectedRows ?? 0n)
    await logOperation(ctx, 'examTeacherImport.clear', '清空任课', {
      entity: 'examInfo',
      rowId: examId,
      after: { removed },
    })
  }
  return { removed }
}
