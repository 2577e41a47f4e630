import {
  type MixRule,
  type Seat,
  type Sitter,
  findConflicts,
  seatsOfRoom,
} from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import type { Plan, Room, Student } from './use-arrange.ts'

/** A room as it is drawn: its seats, and who sits on each by number. */
export interface DrawnRoom {
  room: Room
  seats: Seat[]
  people: ReadonlyMap<number, Student>
}

/** Somebody picked up, with the room left behind. */
export interface Picked {
  student: Student
  from: DrawnRoom
}

export function seatsIn(room: Room, { seatMode }: Plan): Seat[] {
  return seatsOfRoom({ ...room, seatMode })
}

function toSitter(student: Student | undefined): Sitter | undefined {
  if (!student) return undefined
  const { schoolCode: school, classCode, examClass } = student
  return { school, klass: `${school}/${classCode ?? examClass}` }
}

/** What would be wrong at the two seats once the picked one sits on `no` of `to`; nothing when all is well. */
export function conflictsAfter(rule: MixRule, { student, from }: Picked, to: DrawnRoom, no: number): string[] {
  const comes = to.people.get(no)
  const left = student.examRoomSeatNum ?? 0
  const change = ({ people }: DrawnRoom, isTarget: boolean, isSource: boolean) => {
    const after = new Map(people)
    if (isSource) place(after, left, comes)
    if (isTarget) place(after, no, student)
    return after
  }
  const isSame = from.room.id === to.room.id
  const target = textAt(rule, to, change(to, true, isSame), no, student)
  const source =
    comes && textAt(rule, isSame ? to : from, isSame ? change(to, true, true) : change(from, false, true), left, comes)
  return [target, source].flatMap((text) => text ?? [])
}

function place(people: Map<number, Student>, no: number, student: Student | undefined): void {
  if (student) people.set(no, student)
  else people.delete(no)
}

function textAt(
  rule: MixRule,
  { seats }: DrawnRoom,
  people: ReadonlyMap<number, Student>,
  no: number,
  { studentName }: Student,
): string | undefined {
  const sitters = seats.map((seat) => toSitter(people.get(seat.no)))
  const found = findConflicts(seats, sitters, rule).find(({ at }) => seats[at]?.no === no)
  return found && `${studentName}：${found.text}`
}

/** Which unit a seat is coloured by, as a step on the wheel of colours. */
export function colourSteps(
  people: ReadonlyMap<number, Student>,
  by: 'class' | 'school',
): (student: Student) => number {
  const unitOf = (student: Student) => (by === 'school' ? student.schoolCode : (toSitter(student)?.klass ?? ''))
  const units = [...new Set([...people.values()].map(unitOf))].toSorted((one, other) => one.localeCompare(other))
  return (student) => units.indexOf(unitOf(student))
}
