import { archiveTeachers, teacherDifferences } from '@xueheng/contract/domains/gather/archive-teacher.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, conflict, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { transitionAll } from '../../platform/states.ts'
import { type CollectedTeaching, compareTeachers, keepTeachers } from '../school/index.ts'
import { TEACHERS, assertCollated, stateIn } from './collected.ts'

/** Rows of one transaction. */
const MOST = 2000

type Chosen = Input<typeof archiveTeachers>
interface Collected {
  studyYear: number
  taskName: string
  rows: (CollectedTeaching & { id: string })[]
}

/** What has been collated, of a whole collection, of a school, or single rows. */
async function collected(ctx: Ctx, { gatherTaskId, schoolCode, ids }: Chosen): Promise<Collected> {
  if (!['all', 'area'].includes(ctx.scope.level)) throw new AppError('access.refused')
  const { studyYear, taskName } = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  const chosen = ids ? partsOf(ids) : null
  const { rows } = await sql<Collected['rows'][number]>`select g.* from ${visible(ctx, gatherTeacher)} g
    where g.gather_task_id = ${gatherTaskId} and g.gather_status = ${gatherStates.states.collated.value}
      and (${schoolCode}::varchar is null or g.school_code = ${schoolCode})
      and (${chosen}::varchar[] is null or g.id::varchar = any(${chosen}::varchar[]))
    order by g.update_time, g.id limit ${MOST + 1}`.execute(ctx.db)
  if (rows.length > MOST) throw refuse(`一次最多归档${MOST}条，请按学校归档`)
  return { studyYear, taskName, rows }
}

async function differences(ctx: Ctx, chosen: Chosen): Promise<Output<typeof teacherDifferences>> {
  const { studyYear, rows } = await collected(ctx, chosen)
  return compareTeachers(ctx, studyYear, rows)
}

/** All or nothing: the states, the teachers and their assignments are one transaction. */
async function archive(ctx: Ctx, chosen: Chosen): Promise<Output<typeof archiveTeachers>> {
  const { studyYear, taskName, rows } = await collected(ctx, chosen)
  await assertCollated(ctx, TEACHERS, chosen.ids, rows)
  if (rows.length === 0) throw conflict('没有已校对的教师')
  const states = rows.map(({ id }) => stateIn(TEACHERS, id))
  await transitionAll(ctx, gatherStates, states, 'archive')
  const answer = { archived: rows.length, ...(await keepTeachers(ctx, studyYear, rows)) }
  await logOperation(ctx, archiveTeachers.name, archiveTeachers.title, {
    entity: gatherTeacher.name,
    rowId: chosen.gatherTaskId,
    after: { taskName, schoolCode: chosen.schoolCode, ...answer },
  })
  return answer
}

export const archiveTeacherHandlers = [implement(teacherDifferences, differences), implement(archiveTeachers, archive)]
