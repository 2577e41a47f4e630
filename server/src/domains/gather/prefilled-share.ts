import { gatherTask, prefilledShare } from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { countedRows } from '../../platform/access/counted.ts'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type Collected, STUDENTS, TEACHERS, itemsOf } from './collected.ts'
import type { GatherTask } from './open-task.ts'
import { percentOf } from './percent.ts'
import { STUDENT_COUNTS } from './tables.ts'

interface Share {
  num: number
  askedNum: number
  prefilledNum: number
}

/** Students are counted as they change; teachers are few. */
function linesOf(ctx: Ctx, { entity }: Collected): RawBuilder<unknown> {
  if (entity.name === gatherStudent.name) return countedRows(ctx, gatherStudent, STUDENT_COUNTS, { isByClass: false })
  return sql`(select t.*, 1 as num from ${visible(ctx, entity)} t)`
}

/** Of the rows of one kind that the reader sees: what is asked of them, and what came by itself when they were made. */
async function shareOf(ctx: Ctx, of: Collected, { id, askedFields }: GatherTask): Promise<Share> {
  const { rows } = await sql<{ num: number; prefilledNum: number }>`select coalesce(sum(g.num), 0)::int as num,
      coalesce(sum(g.prefilled_num), 0)::int as prefilled_num
    from ${linesOf(ctx, of)} g where g.gather_task_id = ${id}`.execute(ctx.db)
  const { num = 0, prefilledNum = 0 } = rows[0] ?? {}
  return { num, prefilledNum, askedNum: num * itemsOf(of, askedFields).length }
}

async function share(ctx: Ctx, id: string): Promise<Output<typeof prefilledShare>> {
  const task = await findOrRefuse(gatherTask, ctx, id)
  const students = await shareOf(ctx, STUDENTS, task)
  const teachers = await shareOf(ctx, TEACHERS, task)
  return {
    studentNum: students.num,
    studentAskedNum: students.askedNum,
    studentPrefilledNum: students.prefilledNum,
    studentPercent: percentOf(students.prefilledNum, students.askedNum),
    teacherNum: teachers.num,
    teacherAskedNum: teachers.askedNum,
    teacherPrefilledNum: teachers.prefilledNum,
    teacherPercent: percentOf(teachers.prefilledNum, teachers.askedNum),
  }
}

export const prefilledHandlers = [implement(prefilledShare, (ctx, { id }) => share(ctx, id))]
