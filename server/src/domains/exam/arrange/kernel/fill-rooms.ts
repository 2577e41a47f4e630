import { FILL_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { groupBy } from './group-by.ts'
import { orderCandidates } from './order.ts'
import { type Candidate, PlanRefusal, type PlanRoom, type PlanRules, namesOf } from './types.ts'

/** A room while it is filled: its people, not yet on their seats. */
export interface Filling {
  room: PlanRoom
  /** Seats that are not kept for anybody. */
  free: number
  people: Candidate[]
}

/** Puts candidates into rooms: whole rooms group by group, then what is left over. Throws when they find no room. */
export function fillRooms(candidates: readonly Candidate[], rooms: readonly Filling[], rules: PlanRules): void {
  const groups = [...groupBy(candidates, ({ group }) => group)].toSorted(
    ([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1),
  )
  const rest: Candidate[] = []
  for (const [group, members] of groups) {
    const order = orderCandidates(members, rules.sortMode, rules.seed)
    const own = takeRooms(group, order.length, rooms, rules.isMixedRest !== 1 || groups.length === 1)
    const whole = own.reduce((sum, { free, people }) => sum + free - people.length, 0)
    deal(order.slice(0, whole), own, rules.fillMode)
    rest.push(...order.slice(whole))
  }
  fillRest(rest, rooms)
}

/** Empty rooms a group fills to the last seat; with `isLast` one more for those who fill none. */
function takeRooms(group: string, num: number, rooms: readonly Filling[], isLast: boolean): Filling[] {
  const own: Filling[] = []
  let left = num
  for (const filling of rooms) {
    if (left <= 0) break
    if (filling.people.length > 0 || filling.free === 0 || !takes(filling.room, group)) continue
    if (filling.free > left && !isLast) continue
    own.push(filling)
    left -= filling.free
  }
  return own
}

function takes({ scope }: PlanRoom, group: string): boolean {
  return scope.length === 0 || scope.includes(group)
}

/** In blocks room after room, or to and fro over the rooms, so that each gets an equal share of the order. */
function deal(order: readonly Candidate[], rooms: readonly Filling[], fillMode: number): void {
  if (fillMode === FILL_MODE.block) return dealBlocks(order, rooms)
  let at = 0
  let step = 1
  for (const candidate of order) {
    let filling = rooms[at]
    while (filling && filling.people.length >= filling.free) {
      ;[at, step] = next(at, step, rooms.length)
      filling = rooms[at]
    }
    filling?.people.push(candidate)
    ;[at, step] = next(at, step, rooms.length)
  }
}

/** At either end the same room comes twice, then the way back. */
function next(at: number, step: number, num: number): [at: number, step: number] {
  const to = at + step
  return to < 0 || to >= num ? [at, -step] : [to, step]
}

function dealBlocks(order: readonly Candidate[], rooms: readonly Filling[]): void {
  let from = 0
  for (const { people, free } of rooms) {
    const to = from + free - people.length
    people.push(...order.slice(from, to))
    from = to
  }
}

/** Those who fill no room of their own go where there are seats, in order. */
function fillRest(rest: readonly Candidate[], rooms: readonly Filling[]): void {
  const left = rest.filter((candidate) => {
    const found = rooms.find(({ room, free, people }) => people.length < free && takes(room, candidate.group))
    found?.people.push(candidate)
    return !found
  })
  if (left.length > 0) throw new PlanRefusal(`还有${left.length}名考生没有座位：${namesOf(left)}，请增加考场`)
}
