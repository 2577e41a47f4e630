import * as contract from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { placesOfRoom, readDisabled } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../../platform/error.ts'
import { findOnce } from '../../../platform/find-once.ts'
import { hook, implement } from '../../../platform/module.ts'
import { checkId } from '../../../platform/rows/read.ts'
import { type ArrangeRoom, type ArrangeTask, dropSeats, holdPlan, movePlan } from './arrange-row.ts'
import { initRooms } from './init-rooms.ts'
import { groupBy } from './kernel/group-by.ts'
import { namesOf } from './kernel/types.ts'
import { noteStep } from './tasks.ts'

const { examArrangeTaskRoom } = contract

const heldOnce = findOnce<ArrangeTask>((ctx, taskId) => holdPlan(ctx, taskId, 'changeRoom'))

const pointOnce = findOnce<{ schoolName: string }>(async (ctx, code) => {
  const { rows } = await sql<{ schoolName: string }>`select b.school_name from ${visible(ctx, basicSchool)} b
    where b.school_code = ${code}`.execute(ctx.db)
  return rows[0]
})

export const arrangeRoomHooks = hook(examArrangeTaskRoom, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    await heldOnce(ctx, all.arrangeTaskId ?? '')
    assertGrid(all)
    const point = all.examPointCode ? await pointOnce(ctx, all.examPointCode) : undefined
    row.examPointName = point?.schoolName ?? null
  },
  async beforeRemove(ctx, rows) {
    await assertEmpty(ctx, rows)
    for (const { arrangeTaskId } of rows) await heldOnce(ctx, arrangeTaskId)
  },
  async afterRestore(ctx, rows) {
    for (const { arrangeTaskId } of rows) await heldOnce(ctx, arrangeTaskId)
  },
})

function assertGrid({
  seatRows = 0,
  seatCols = 0,
  disabledSeats = null,
  examRoomSeatNum = 0,
}: Partial<ArrangeRoom>): void {
  if (!readDisabled(disabledSeats, seatRows, seatCols))
    throw fault('disabledSeats', `停用座位应写成“行-列”，在${seatRows}行${seatCols}列之内`)
  const places = placesOfRoom({ seatRows, seatCols, disabledSeats })
  if (examRoomSeatNum > places) throw fault('examRoomSeatNum', `座位数不能多于可用的${places}个位置`)
}

/** Refuses with the names of those who sit in one of the rooms, or are to. */
async function assertEmpty(ctx: Ctx, rooms: ArrangeRoom[]): Promise<void> {
  const { rows } = await sql<{ roomNo: string; name: string }>`select r.exam_room_no as room_no, s.student_name as name
    from ${visible(ctx, examArrangeTaskRoom)} r
    join ${visible(ctx, examArrangeTaskStudent)} s
      on s.arrange_task_id = r.arrange_task_id and s.exam_room_no = r.exam_room_no
    where r.id = any(${rooms.map(({ id }) => id)}::bigint[]) order by r.exam_room_no, s.exam_room_seat_num`.execute(
    ctx.db,
  )
  const [first] = groupBy(rows, ({ roomNo }) => roomNo)
  if (first) throw refuse(`考场${first[0]}排有考生：${namesOf(first[1])}，请先清除座位`)
}

async function removeRooms(ctx: Ctx, ids: string[]): Promise<number> {
  assertWholeTenant(ctx, '考务编排')
  if (ids.length === 0) throw new AppError('request.noSelection')
  const wanted = [...new Set(ids.map(checkId))]
  const { rows } = await sql<ArrangeRoom>`select r.* from ${visible(ctx, examArrangeTaskRoom)} r
    where r.id = any(${wanted}::bigint[])`.execute(ctx.db)
  if (rows.length < wanted.length) throw new AppError('row.notFound')
  await assertEmpty(ctx, rows)
  for (const { arrangeTaskId } of rows) await heldOnce(ctx, arrangeTaskId)
  await sql`delete from ${into(examArrangeTaskRoom)} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    ctx.db,
  )
  const { name, title } = contract.deleteRooms
  for (const [taskId, own] of groupBy(rows, ({ arrangeTaskId }) => arrangeTaskId))
    await noteStep(ctx, taskId, name, title, { rooms: own.map(({ examRoomNo }) => examRoomNo) })
  return rows.length
}

async function removeAllRooms(ctx: Ctx, taskId: string): Promise<number> {
  const { taskName, arrangeStatus } = await holdPlan(ctx, taskId, 'clearRooms')
  await dropSeats(ctx, taskId)
  const gone = await sql`delete from ${into(examArrangeTaskRoom)} where arrange_task_id = ${taskId}`.execute(ctx.db)
  // Rooms may stand before there are candidates: without them it stays a draft.
  if (arrangeStatus !== arrangeStates.states.draft.value) await movePlan(ctx, taskId, 'clearRooms')
  const removed = Number(gone.numAffectedRows ?? 0)
  const { name, title } = contract.deleteAllRooms
  await noteStep(ctx, taskId, name, title, { taskName, removed })
  return removed
}

export const arrangeRoomHandlers = [
  implement(contract.initExamRoom, initRooms),
  implement(contract.deleteRooms, async (ctx, { ids }) => ({
    removed: await removeRooms(ctx, partsOf(ids)),
  })),
  implement(contract.deleteAllRooms, async (ctx, { arrangeTaskId }) => ({
    removed: await removeAllRooms(ctx, arrangeTaskId),
  })),
]
