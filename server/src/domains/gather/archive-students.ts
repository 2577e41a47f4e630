import { archiveStudents, studentDifferences } from '@xueheng/contract/domains/gather/archive-student.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, conflict, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { transitionAll } from '../../platform/states.ts'
import { type CollectedStudent, compareStudents, keepStudents } from '../school/index.ts'
import { STUDENTS, assertCollated, stateIn } from './collected.ts'

/** Rows of one transaction. */
const MOST = 5000

type Chosen = Input<typeof archiveStudents>
interface Collected {
  studyYear: number
  taskName: string
  rows: (CollectedStudent & { id: string })[]
}

/** What has been collated, of a whole collection, of a school, or single rows. */
async function collected(ctx: Ctx, { gatherTaskId, schoolCode, ids }: Chosen): Promise<Collected> {
  if (!['all', 'area'].includes(ctx.scope.level)) throw new AppError('access.refused')
  const { studyYear, taskName } = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  const chosen = ids ? partsOf(ids) : null
  const { rows } = await sql<Collected['rows'][number]>`select g.* from ${visible(ctx, gatherStudent)} g
    where g.gather_task_id = ${gatherTaskId} and g.gather_status = ${gatherStates.states.collated.value}
      and (${schoolCode}::varchar is null or g.school_code = ${schoolCode})
      and (${chosen}::varchar[] is null or g.id::varchar = any(${chosen}::varchar[]))
    order by g.school_code, g.class_code, g.student_code limit ${MOST + 1}`.execute(ctx.db)
  if (rows.length > MOST) throw refuse(`一次最多归档${MOST}人，请按学校归档`)
  return { studyYear, taskName, rows }
}

async function differences(ctx: Ctx, chosen: Chosen): Promise<Output<typeof studentDifferences>> {
  const { rows } = await collected(ctx, chosen)
  return maskRows<Output<typeof studentDifferences>[number]>(gatherStudent.fields, await compareStudents(ctx, rows))
}

/** All or nothing: the states and the register are one transaction; one who cannot be written keeps back all. */
async function archive(ctx: Ctx, chosen: Chosen): Promise<Output<typeof archiveStudents>> {
  const { studyYear, taskName, rows } = await collected(ctx, chosen)
  await assertCollated(ctx, STUDENTS, chosen.ids, rows)
  if (rows.length === 0) throw conflict('没有已校对的学生')
  const states = rows.map(({ id }) => stateIn(STUDENTS, id))
  await transitionAll(ctx, gatherStates, states, 'archive')
  const wrong = (await compareStudents(ctx, rows)).filter(({ problem }) => problem !== '')
  const [first] = wrong
  if (first) throw conflict(`${first.studentName}${first.problem}，共${wrong.length}人有问题，没有归档`)
  const answer = { archived: rows.length, ...(await keepStudents(ctx, studyYear, rows)) }
  await logOperation(ctx, archiveStudents.name, archiveStudents.title, {
    entity: gatherStudent.name,
    rowId: chosen.gatherTaskId,
    after: { taskName, schoolCode: chosen.schoolCode, ...answer },
  })
  return answer
}

export const archiveStudentHandlers = [implement(studentDifferences, differences), implement(archiveStudents, archive)]
