import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../../platform/access/doors.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { type ArrangeRoom, listRooms } from '../arrange-row.ts'
import { groupBy } from '../kernel/group-by.ts'

/** Somebody with a seat, as papers name them. */
export interface SittingStudent {
  studentName: string
  studentNumber: string
  studentCode: string | null
  schoolCode: string
  schoolName: string
  examClass: string
  courseCombination: string | null
  photoUrl: string | null
  pointName: string
  roomNo: string
  roomName: string
  place: string
  seatNo: number
  seatRow: number
  seatCol: number
}

interface Asked {
  id: string
  examRoomNo: string | null
  schoolCode: string | null
}

type StudentRow = Omit<SittingStudent, 'pointName' | 'roomName' | 'place'>

/**
 * Everybody with a number and a seat whom the reader sees, in the order of rooms and seats; `codes` names those who are
 * meant, as a statement in brackets.
 */
export async function readSitters(
  ctx: Ctx,
  { id, examRoomNo, schoolCode }: Asked,
  codes?: RawBuilder<unknown>,
): Promise<SittingStudent[]> {
  const rooms = await listRooms(ctx, id)
  const { rows } = await sql<StudentRow>`select s.student_name, s.student_number, s.student_code, s.school_code,
      coalesce(s.school_name, s.school_code) as school_name, s.exam_class, s.course_combination,
      s.photo_url, s.exam_room_no as room_no, s.exam_room_seat_num as seat_no, s.seat_row, s.seat_col
    from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${id} and s.student_number is not null and s.seat_row is not null
      and (${examRoomNo}::varchar is null or s.exam_room_no = ${examRoomNo})
      and (${schoolCode}::varchar is null or s.school_code = ${schoolCode})
      and ${codes ? sql`s.student_code in ${codes}` : sql`true`}
    order by s.exam_room_seat_num`.execute(ctx.db)
  const byRoom = groupBy(rows, ({ roomNo }) => roomNo)
  return rooms.flatMap((room) => (byRoom.get(room.examRoomNo) ?? []).map((row) => ({ ...row, ...placeOf(room) })))
}

function placeOf({ examPointName, examRoomName, examRoomNo, building, floor }: ArrangeRoom) {
  return {
    pointName: examPointName ?? '',
    roomName: examRoomName ?? `第${examRoomNo}考场`,
    place: [building, floor].filter(Boolean).join(' '),
  }
}
