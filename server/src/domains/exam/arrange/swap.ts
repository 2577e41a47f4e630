import { examArrangeTaskStudent, swapSeats } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { has, isOfSeat } from '@xueheng/contract/domains/exam/arrange/code-template.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { findOrRefuse, findRow } from '../../../platform/rows/read.ts'
import { type ArrangeRoom, type ArrangeStudent, type ArrangeTask, holdPlan, listRooms } from './arrange-row.ts'
import { numberOf, piecesOf } from './numbers.ts'
import { judgeRooms, readOccupants, seatsIn } from './seats.ts'

/** Exchanges two candidates, or moves one to an empty seat. Numbers made of seats stay with the seats. */
export async function swap(
  ctx: Ctx,
  { id, examRoomNo, examRoomSeatNum: to }: Input<typeof swapSeats>,
): Promise<Output<typeof swapSeats>> {
  const { arrangeTaskId } = await findOrRefuse(examArrangeTaskStudent, ctx, id)
  const task = await holdPlan(ctx, arrangeTaskId, 'swap')
  // Read again now that nobody else moves candidates of the plan.
  const goes = await findOrRefuse(examArrangeTaskStudent, ctx, id)
  const rooms = await listRooms(ctx, task.id)
  const [from, target] = [roomOf(rooms, goes.examRoomNo), roomOf(rooms, examRoomNo)]
  if (!seatsIn(target, task).some(({ no }) => no === to)) throw refuse(`考场${examRoomNo}没有${to}号座位`)
  if (from === target && goes.examRoomSeatNum === to) throw refuse('请选择另一个座位')
  const held = (await readOccupants(ctx, task.id, examRoomNo)).get(to)
  const comes = held && (await findRow(examArrangeTaskStudent, ctx, held.id))
  for (const one of [goes, comes]) if (one?.isFixed === 1) throw refuse(`${one.studentName}的座位是固定的`)
  const places = { goes: { room: target, no: to }, comes: { room: from, no: goes.examRoomSeatNum ?? 0 } }
  const numbers = numbersAfter(task, goes, comes, places.goes)
  await lift(ctx, [goes, comes])
  await seat(ctx, task, goes, places.goes, numbers.goes)
  if (comes) await seat(ctx, task, comes, places.comes, numbers.comes)
  const conflictNum = await judgeRooms(ctx, task, from === target ? [from] : [from, target])
  await note(ctx, goes, comes, places.goes)
  return { conflictNum }
}

interface Place {
  room: ArrangeRoom
  no: number
}

function roomOf(rooms: ArrangeRoom[], roomNo: string | null): ArrangeRoom {
  const room = rooms.find(({ examRoomNo }) => examRoomNo === roomNo)
  if (!room) throw refuse(roomNo ? `没有考场${roomNo}` : '该考生还没有座位')
  return room
}

function numbersAfter(task: ArrangeTask, goes: ArrangeStudent, comes: ArrangeStudent | undefined, { room, no }: Place) {
  const kept = { goes: goes.studentNumber, comes: comes?.studentNumber ?? null }
  if (goes.studentNumber === null) return kept
  const pieces = piecesOf(task)
  if (!isOfSeat(pieces)) return kept
  if (comes) return { goes: kept.comes, comes: kept.goes }
  if (has(pieces, '序号')) throw refuse('考号含序号和座位，不能移到空座位，请与另一名考生对调')
  const moved = { ...goes, name: goes.studentName, examPointCode: room.examPointCode, examRoomNo: room.examRoomNo }
  return { goes: numberOf(task, pieces, { ...moved, examRoomSeatNum: no }, task.codeStart), comes: null }
}

/** Seats and numbers occur once: both are taken away before they are given. */
async function lift(ctx: Ctx, students: (ArrangeStudent | undefined)[]): Promise<void> {
  const ids = students.flatMap((one) => one?.id ?? [])
  await sql`update ${into(examArrangeTaskStudent)} set exam_room_no = null, exam_room_seat_num = null,
    student_number = null where id = any(${ids}::bigint[])`.execute(ctx.db)
}

async function seat(
  ctx: Ctx,
  task: ArrangeTask,
  { id }: ArrangeStudent,
  { room, no }: Place,
  number: string | null,
): Promise<void> {
  const found = seatsIn(room, task)[no - 1]
  await sql`update ${into(examArrangeTaskStudent)} set exam_room_no = ${room.examRoomNo}, exam_room_seat_num = ${no},
      exam_point_code = ${room.examPointCode}, seat_row = ${found?.row}, seat_col = ${found?.col},
      student_number = ${number}, update_user = ${ctx.user.id},
      update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${id}`.execute(ctx.db)
}

async function note(ctx: Ctx, goes: ArrangeStudent, comes: ArrangeStudent | undefined, to: Place): Promise<void> {
  const { name, title } = swapSeats
  await logOperation(ctx, name, title, {
    entity: examArrangeTaskStudent.name,
    rowId: goes.id,
    before: { seat: `${goes.examRoomNo}-${goes.examRoomSeatNum}` },
    after: { seat: `${to.room.examRoomNo}-${to.no}`, with: comes?.id ?? null },
  })
}
