import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamArchiveStates, highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import type { TableRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { checkId, findOrRefuse } from '../../../platform/rows/read.ts'
import { transitionAll } from '../../../platform/states.ts'
import { archiveState } from './rules.ts'

/** Rows of one transaction. */
const MOST = 5000

/** A row as it is kept: its figures are exact. */
export type CollectedHighExam = TableRow<typeof gatherHighExamScore.fields>

interface Chosen {
  gatherTaskId: string
  schoolCode: string | null
  ids: string | null
}

const { passed } = highExamStates.states
const { open } = highExamArchiveStates.states

function assertBureau({ scope }: Ctx): void {
  if (!['all', 'area'].includes(scope.level)) throw new AppError('access.refused')
}

/** What passed both chains and is not archived yet, of a whole collection, of a school, or single rows. */
export async function findPassedHighExams(
  ctx: Ctx,
  { gatherTaskId, schoolCode, ids }: Chosen,
): Promise<{ taskName: string; rows: CollectedHighExam[] }> {
  assertBureau(ctx)
  const { taskName } = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  const chosen = ids ? partsOf(ids) : null
  const { rows } = await sql<CollectedHighExam>`select g.* from ${visible(ctx, gatherHighExamScore)} g
    where g.gather_task_id = ${gatherTaskId} and g.archive_status = ${open.value}
      and g.audit_status = ${passed.value} and (g.art_type is null or g.art_audit_status = ${passed.value})
      and (${schoolCode}::varchar is null or g.school_code = ${schoolCode})
      and (${chosen}::varchar[] is null or g.id::varchar = any(${chosen}::varchar[]))
    order by g.school_code, g.candidate_number limit ${MOST + 1}`.execute(ctx.db)
  if (rows.length > MOST) throw refuse(`一次最多归档${MOST}人，请按学校归档`)
  return { taskName, rows }
}

/** Moves rows that were just found; throws where another one moved them meanwhile. */
export async function markArchived(ctx: Ctx, ids: string[]): Promise<void> {
  await transitionAll(ctx, highExamArchiveStates, ids.map(archiveState), 'archive')
}

/** Opens archived rows again, all or none; answers them as they are. */
export async function takeBackHighExams(ctx: Ctx, ids: string[]): Promise<CollectedHighExam[]> {
  assertBureau(ctx)
  if (ids.length === 0) throw new AppError('request.noSelection')
  const wanted = [...new Set(ids.map((id) => checkId(id)))]
  const { rows } = await sql<CollectedHighExam>`select g.* from ${visible(ctx, gatherHighExamScore)} g
    where g.id = any(${wanted}::bigint[])`.execute(ctx.db)
  if (rows.length < wanted.length) throw new AppError('row.notFound')
  await transitionAll(ctx, highExamArchiveStates, wanted.map(archiveState), 'takeBack')
  return rows
}
