import { examArrangeTaskRoom } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { type Seat, findConflicts, seatsOfRoom } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type ArrangeRoom, type ArrangeTask, countPlan } from './arrange-row.ts'

/** Who sits where in a room. */
export interface Occupant {
  id: string
  no: number
  school: string
  klass: string
}

/** The seats of a room as the plan numbers them. */
export function seatsIn(room: ArrangeRoom, { seatMode }: ArrangeTask): Seat[] {
  return seatsOfRoom({ ...room, seatMode })
}

/** The people of a room by number of seat. */
export async function readOccupants(ctx: Ctx, taskId: string, roomNo: string): Promise<Map<number, Occupant>> {
  const { rows } = await sql<Occupant>`select s.id, s.exam_room_seat_num as no, s.school_code as school,
      s.school_code || '/' || coalesce(s.class_code, s.exam_class) as klass
    from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${taskId} and s.exam_room_no = ${roomNo} and s.seat_row is not null`.execute(ctx.db)
  return new Map(rows.map((one) => [one.no, one]))
}

/** Writes the conflicts of some rooms anew, and how many people they hold; answers those of the whole plan. */
export async function judgeRooms(ctx: Ctx, task: ArrangeTask, rooms: readonly ArrangeRoom[]): Promise<number> {
  for (const room of rooms) {
    const seats = seatsIn(room, task)
    const occupants = await readOccupants(ctx, task.id, room.examRoomNo)
    const sitters = seats.map(({ no }) => occupants.get(no))
    const found = findConflicts(seats, sitters, task)
    const wrong = JSON.stringify(found.map(({ at, text }) => ({ id: sitters[at]?.id, text })))
    await sql`update ${into(examArrangeTaskStudent)} s set conflict_msg = (select w.text
        from jsonb_to_recordset(${wrong}::jsonb) w(id bigint, text varchar) where w.id = s.id)
      where s.arrange_task_id = ${task.id} and s.exam_room_no = ${room.examRoomNo} and s.is_deleted = 0`.execute(ctx.db)
    await sql`update ${into(examArrangeTaskRoom)} set actual_num = ${occupants.size} where id = ${room.id}`.execute(
      ctx.db,
    )
  }
  return countPlan(ctx, task.id)
}
