import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import type { Exam } from '../exam-row.ts'
import { examImportCheck, examQuestionFile } from '../tables.ts'

interface Found {
  rowNum: number
  staged: number
  archived: number
  isChecked: boolean
}

/** How far the question scores of an exam are, by step, and how many there are. Once it is archived without any, their steps are skipped. */
export async function questionSteps(
  { db }: Pick<Ctx, 'db'>,
  exam: Pick<Exam, 'id' | 'examStatus'>,
): Promise<{ states: Record<string, number>; rowNum: number }> {
  const { rows } = await sql<Found>`select coalesce(sum(f.row_num) filter (where f.file_state = 'staged'),
        sum(f.row_num) filter (where f.file_state = 'archived'), 0)::int as row_num,
      count(*) filter (where f.file_state = 'staged')::int as staged,
      count(*) filter (where f.file_state = 'archived')::int as archived,
      exists (select 1 from ${own(examImportCheck)} c where c.exam_id = ${exam.id} and c.kind = 'question' and c.error_num = 0) as is_checked
    from ${own(examQuestionFile)} f where f.exam_id = ${exam.id}`.execute(db)
  const { rowNum = 0, staged = 0, archived = 0, isChecked = false } = rows[0] ?? {}
  const isOver = (exam.examStatus ?? 0) >= examStates.states.archived.value
  const none = isOver ? TASK_STATE.skipped : TASK_STATE.waiting
  const has = staged + archived > 0
  const stepOf = (isDone: boolean) => (!has ? none : isDone ? TASK_STATE.done : TASK_STATE.waiting)
  const isArchived = archived > 0 && archived >= staged
  const states = {
    IMP_QUESTION: stepOf(true),
    CHK_QUESTION: stepOf(isChecked || isArchived),
    ARC_QUESTION: stepOf(isArchived),
  }
  return { states, rowNum }
}
