import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { POINT_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { has } from '@xueheng/contract/domains/exam/arrange/code-template.ts'
import { type Seat, findConflicts } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { type ArrangeRoom, type ArrangeStudent, type ArrangeTask, listRooms } from './arrange-row.ts'
import { type Numbered, numberOf, piecesOf, unitOf } from './numbers.ts'
import { readOccupants, seatsIn } from './seats.ts'

type Late = Pick<ArrangeStudent, 'studentName' | 'schoolCode' | 'examClass'> & Partial<ArrangeStudent>

/** Where somebody sits who comes after the plan is locked: spare rooms first, apart from others of the class if possible. */
export async function placeLate(ctx: Ctx, task: ArrangeTask, late: Late): Promise<Partial<ArrangeStudent>> {
  const isOwn = ({ examPointCode }: ArrangeRoom) =>
    task.pointMode !== POINT_MODE.own || examPointCode === late.schoolCode
  const rooms = (await listRooms(ctx, task.id)).toSorted(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)) || Number(other.isSpare ?? 0) - Number(one.isSpare ?? 0),
  )
  for (const room of rooms) {
    if ((room.actualNum ?? 0) >= room.examRoomSeatNum) continue
    const seat = await freeSeat(ctx, task, room, late)
    if (!seat) continue
    const place = { examPointCode: room.examPointCode, examRoomNo: room.examRoomNo, examRoomSeatNum: seat.no }
    const studentNumber = await freeNumber(ctx, task, { ...place, ...toNumbered(late) })
    return { ...place, seatRow: seat.row, seatCol: seat.col, studentNumber, isLate: 1 }
  }
  throw refuse('没有空座位，请先解除锁定并增加考场')
}

function toNumbered({ studentName, studentCode = null, areaCode = null, schoolCode }: Late) {
  return { id: '', name: studentName, studentCode, areaCode, schoolCode }
}

async function freeSeat(ctx: Ctx, task: ArrangeTask, room: ArrangeRoom, late: Late): Promise<Seat | undefined> {
  const seats = seatsIn(room, task)
  const occupants = await readOccupants(ctx, task.id, room.examRoomNo)
  const own = { school: late.schoolCode, klass: `${late.schoolCode}/${late.classCode ?? late.examClass}` }
  const free = seats.filter(({ no }) => !occupants.has(no))
  const isApart = (seat: Seat) => {
    const sitters = seats.map(({ no }) => (no === seat.no ? own : occupants.get(no)))
    return !findConflicts(seats, sitters, task).some(({ at }) => seats[at] === seat)
  }
  return free.find(isApart) ?? free[0]
}

/** The number of the seat, or the next running one that nobody has. */
async function freeNumber(ctx: Ctx, task: ArrangeTask, late: Numbered): Promise<string> {
  const pieces = piecesOf(task)
  const { rows } = await sql<Numbered & { number: string | null }>`select s.student_number as number, s.school_code,
      s.exam_point_code, s.exam_room_no from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${task.id}`.execute(ctx.db)
  const taken = new Set(rows.map(({ number }) => number))
  const unit = unitOf(task, late)
  const next = task.codeStart + rows.filter((one) => unitOf(task, one) === unit).length
  for (let at = next; at <= next + rows.length; at += 1) {
    const number = numberOf(task, pieces, late, at)
    if (!taken.has(number)) return number
    if (!has(pieces, '序号')) throw refuse(`考号“${number}”已被使用`)
  }
  throw refuse('没有可用的考号，请加长模板的位数')
}
