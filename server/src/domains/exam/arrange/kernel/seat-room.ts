import type { MixRule, Seat } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import { groupBy } from './group-by.ts'
import { drawFrom } from './draw.ts'
import type { Candidate } from './types.ts'

/** The seats of a room, and of each the indexes beside it; the same for all rooms of one shape. */
export interface RoomShape {
  seats: readonly Seat[]
  beside: readonly number[][]
}

/** People at the index of their seat. */
export type Seated = (Candidate | undefined)[]

/** Exchanges within a room, and those in a row that improve nothing. */
const MOST_SWAPS = 2000
const MOST_IDLE = 40
/** Two of a class weigh more than two of a school. */
const CLASS_WEIGHT = 10

/**
 * Puts people on the seats `fixed` leaves free, the first ones by number; special needs in front. Classes are taken from
 * the largest queue that has nobody beside, then exchanged while that mends anything.
 */
export function seatRoom(
  { seats, beside }: RoomShape,
  people: readonly Candidate[],
  fixed: ReadonlyMap<number, Candidate>,
  rule: MixRule,
  seed: number,
): Seated {
  const free = seats.map((_, index) => index).filter((index) => !fixed.has(index))
  const used = free.slice(0, people.length)
  const seated: Seated = Array.from({ length: seats.length })
  for (const [index, candidate] of fixed) seated[index] = candidate
  const pinned = new Set(fixed.keys())
  for (const [index, candidate] of frontSeats(seats, used, people)) {
    seated[index] = candidate
    pinned.add(index)
  }
  const others = people.filter((candidate) => !candidate.isSpecial)
  const open = used.filter((index) => !pinned.has(index))
  if (rule.neighbours === 0 && rule.isSchoolApart !== 1) {
    for (const [at, index] of open.entries()) seated[index] = others[at]
    return seated
  }
  takeQueues(seated, open, others, beside)
  const cost = mend(seated, open, beside, rule, seed)
  if (cost === 0) return seated
  const other = [...seated]
  takeColours(other, open, others, seats, rule)
  return mend(other, open, beside, rule, seed) < cost ? other : seated
}

/** Special needs: the seats of the first rows, nearest to the door. */
function frontSeats(
  seats: readonly Seat[],
  used: readonly number[],
  people: readonly Candidate[],
): [number, Candidate][] {
  const special = people.filter(({ isSpecial }) => isSpecial)
  if (special.length === 0) return []
  const front = used.toSorted((one, other) => rank(seats[one]) - rank(seats[other]))
  return special.map((candidate, at) => [front[at] as number, candidate])
}

function rank(seat: Seat | undefined): number {
  return seat ? seat.row * 1000 + seat.col : 0
}

function takeQueues(
  seated: Seated,
  open: readonly number[],
  people: readonly Candidate[],
  beside: readonly number[][],
): void {
  const queues = [...groupBy(people, ({ klass }) => klass).values()].map((queue) => queue.toReversed())
  for (const index of open) {
    const near = new Set((beside[index] ?? []).map((other) => seated[other]?.klass))
    let best: Candidate[] | undefined
    let largest: Candidate[] | undefined
    for (const queue of queues) {
      const isApart = !near.has(queue.at(-1)?.klass)
      if (isApart && queue.length > (best?.length ?? 0)) best = queue
      if (queue.length > (largest?.length ?? 0)) largest = queue
    }
    seated[index] = (best ?? largest)?.pop()
  }
}

/** Class after class, the largest first, over the seats that do not touch: of two colours, or of four with diagonals. */
function takeColours(
  seated: Seated,
  open: readonly number[],
  people: readonly Candidate[],
  seats: readonly Seat[],
  { neighbours }: MixRule,
): void {
  const queues = [...groupBy(people, ({ klass }) => klass).values()]
  const order = queues.toSorted((one, other) => other.length - one.length).flat()
  const colourOf = (index: number) => {
    const { row = 0, col = 0 } = seats[index] ?? {}
    return neighbours === 8 ? (row % 2) * 2 + (col % 2) : (row + col) % 2
  }
  const colours = [...groupBy(open, colourOf).values()].toSorted((one, other) => other.length - one.length)
  for (const [at, index] of colours.flat().entries()) seated[index] = order[at]
}

/** Exchanges people of the open seats while conflicts remain and any exchange helps; answers what remains. */
function mend(
  seated: Seated,
  open: readonly number[],
  beside: readonly number[][],
  rule: MixRule,
  seed: number,
): number {
  const isApart = rule.isSchoolApart === 1 && new Set(seated.map((one) => one?.school)).size > 1
  const cost = (index: number) => costAt(seated, beside[index] ?? [], index, rule.neighbours > 0, isApart)
  const draw = drawFrom(seed)
  let idle = 0
  for (let swaps = 0; swaps < MOST_SWAPS && idle < MOST_IDLE; swaps += 1) {
    const wrong = open.filter((index) => cost(index) > 0)
    const from = wrong[Math.floor(draw() * wrong.length)]
    if (from === undefined) return 0
    const found = bestPartner(seated, open, from, cost, draw)
    if (!found) break
    swap(seated, from, found.index)
    idle = found.gain > 0 ? 0 : idle + 1
  }
  return open.reduce((sum, index) => sum + cost(index), 0)
}

/** With whom an exchange helps most; of equal ones any, also where it does neither good nor harm. */
function bestPartner(
  seated: Seated,
  open: readonly number[],
  from: number,
  cost: (index: number) => number,
  draw: () => number,
): { index: number; gain: number } | undefined {
  let best: { index: number; gain: number } | undefined
  let equal = 0
  for (const index of open) {
    if (seated[index]?.klass === seated[from]?.klass) continue
    const before = cost(from) + cost(index)
    swap(seated, from, index)
    const gain = before - cost(from) - cost(index)
    swap(seated, from, index)
    if (gain < 0 || (best && gain < best.gain)) continue
    equal = best && gain === best.gain ? equal + 1 : 1
    if (equal === 1 || draw() * equal < 1) best = { index, gain }
  }
  return best
}

function swap(seated: Seated, one: number, other: number): void {
  const held = seated[one]
  seated[one] = seated[other]
  seated[other] = held
}

function costAt(seated: Seated, near: readonly number[], index: number, byClass: boolean, bySchool: boolean): number {
  const own = seated[index]
  if (!own) return 0
  let sum = 0
  for (const other of near) {
    const neighbour = seated[other]
    if (!neighbour) continue
    if (byClass && neighbour.klass === own.klass) sum += CLASS_WEIGHT
    else if (bySchool && neighbour.school === own.school) sum += 1
  }
  return sum
}
