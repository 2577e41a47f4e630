import { POINT_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { findConflicts, neighboursOf, seatsOfRoom } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { groupBy } from './group-by.ts'
import { drawNumber } from './draw.ts'
import { type Filling, fillRooms } from './fill-rooms.ts'
import { type RoomShape, seatRoom } from './seat-room.ts'
import { spreadUnits } from './spread.ts'
import { type Candidate, type Placement, PlanRefusal, type PlanRoom, type PlanRules, namesOf } from './types.ts'

interface Opened extends Filling {
  shape: RoomShape
  /** Who keeps which seat, by its index. */
  fixed: Map<number, Candidate>
}

/**
 * A seat for every candidate, room after room: each step is the whole of one room, so that the caller may do other
 * things between two. The same candidates, rooms, rules and seed give the same plan. Throws `PlanRefusal`.
 */
export function* planSeats(
  candidates: readonly Candidate[],
  rooms: readonly PlanRoom[],
  rules: PlanRules,
): Generator<Placement[]> {
  const opened = openRooms(rooms, rules)
  placeFixed(candidates, opened)
  const free = candidates.filter(({ fixed }) => !fixed).toSorted((one, other) => (one.key < other.key ? -1 : 1))
  assertEnough(free, opened)
  for (const pool of poolsOf(free, opened, rules)) fillRooms(pool.candidates, pool.rooms, rules)
  for (const point of groupBy(opened, ({ room }) => room.point).values()) spreadUnits(point, rules)
  for (const room of opened) yield placeRoom(room, rules)
}

/** Neighbours are worked out once for all rooms of one shape. */
function openRooms(rooms: readonly PlanRoom[], rules: PlanRules): Opened[] {
  const shapes = new Map<string, RoomShape>()
  return rooms.map((room) => {
    const key = [room.seatRows, room.seatCols, room.seatMode, room.examRoomSeatNum, room.disabledSeats].join('|')
    const known = shapes.get(key)
    const seats = known?.seats ?? seatsOfRoom(room)
    const beside = known?.beside ?? neighboursOf(seats, rules.neighbours || (rules.isSchoolApart === 1 ? 4 : 0))
    const shape = { seats, beside }
    shapes.set(key, shape)
    return { room, shape, free: seats.length, people: [], fixed: new Map() }
  })
}

function placeFixed(candidates: readonly Candidate[], rooms: readonly Opened[]): void {
  const byNo = new Map(rooms.map((room) => [room.room.no, room]))
  for (const candidate of candidates) {
    if (!candidate.fixed) continue
    const { roomNo, no } = candidate.fixed
    const opened = byNo.get(roomNo)
    const index = no - 1
    if (!opened || !opened.shape.seats[index])
      throw new PlanRefusal(`${candidate.name}的固定座位“${roomNo}场${no}号”不存在`)
    const other = opened.fixed.get(index)
    if (other) throw new PlanRefusal(`${other.name}和${candidate.name}固定在同一座位“${roomNo}场${no}号”`)
    opened.fixed.set(index, candidate)
    opened.free -= 1
  }
}

function assertEnough(candidates: readonly Candidate[], rooms: readonly Opened[]): void {
  const seats = rooms.reduce((sum, { free }) => sum + free, 0)
  if (candidates.length <= seats) return
  const left = candidates.slice(seats)
  throw new PlanRefusal(
    `考生${candidates.length}人，座位只有${seats}个，还差${left.length}个：${namesOf(left)}没有座位，请增加考场`,
  )
}

interface Pool {
  candidates: Candidate[]
  rooms: Opened[]
}

/** Who goes to which rooms: with own points, schools that are one keep theirs, and all others take what is left. */
function poolsOf(candidates: readonly Candidate[], rooms: Opened[], rules: PlanRules): Pool[] {
  if (rules.pointMode !== POINT_MODE.own) return [{ candidates: [...candidates], rooms }]
  const bySchool = groupBy(candidates, ({ school }) => school)
  const pools: Pool[] = []
  const others: Candidate[] = []
  for (const [school, members] of bySchool) {
    const own = rooms.filter(({ room }) => room.point === school)
    const seats = own.reduce((sum, { free }) => sum + free, 0)
    pools.push({ candidates: members.slice(0, seats), rooms: own })
    others.push(...members.slice(seats))
  }
  return [...pools, { candidates: others, rooms }]
}

/** The people of a room on their seats, with the rules that could not be kept. */
function placeRoom({ room, shape, people, fixed }: Opened, rules: PlanRules): Placement[] {
  const { seats, beside } = shape
  const seated = seatRoom(shape, people, fixed, rules, drawNumber(rules.seed, room.no))
  const texts = new Map(findConflicts(seats, seated, rules, beside).map(({ at, text }) => [at, text]))
  return seated.flatMap((candidate, at) => {
    const seat = seats[at]
    return candidate && seat ? [{ candidate, room, ...seat, conflict: texts.get(at) ?? null }] : []
  })
}
