import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { numInArea, numInClass, numInGrade, numInSchool } from '@xueheng/contract/domains/gather/student-num.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { GRAINS, type Grain, countUnits } from './count-units.ts'
import { percentOf } from './percent.ts'
import { STUDENT_COUNTS } from './tables.ts'

const { waitSchool, waitBureau, passed, collated, archived, schoolRefused, bureauRefused } = gatherStates.states
const among = (...states: { value: number }[]) => sql`gather_status = any(${states.map(({ value }) => value)}::int[])`
const SUMS = {
  filledNum: sql`true`,
  gatherNum: among(waitSchool, waitBureau, passed, collated, archived),
  auditNum: among(passed, collated, archived),
  collateNum: among(collated, archived),
  rejectNum: among(schoolRefused, bureauRefused),
}

const COUNTED = { entity: gatherStudent, counts: STUDENT_COUNTS }

export async function countBy(ctx: Ctx, taskId: string, grain: Grain): Promise<Output<typeof numInArea>> {
  const lines = await countUnits(ctx, COUNTED, await findOrRefuse(gatherTask, ctx, taskId), grain, SUMS)
  return lines.map((line) => ({ ...line, percent: percentOf(line.gatherNum, line.planNum) }))
}

export const studentNumHandlers = [
  implement(numInArea, (ctx, { gatherTaskId }) => countBy(ctx, gatherTaskId, GRAINS.areas())),
  implement(numInSchool, (ctx, { gatherTaskId, areaCode }) => countBy(ctx, gatherTaskId, GRAINS.schools(areaCode))),
  implement(numInGrade, (ctx, { gatherTaskId, schoolCode }) => countBy(ctx, gatherTaskId, GRAINS.grades(schoolCode))),
  implement(numInClass, (ctx, { gatherTaskId, schoolCode, gradeCode }) =>
    countBy(ctx, gatherTaskId, GRAINS.classes(schoolCode, gradeCode)),
  ),
]
