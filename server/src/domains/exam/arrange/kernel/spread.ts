import { type MixRule, mostOfSchool } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import type { Filling } from './fill-rooms.ts'
import type { Candidate } from './types.ts'

/** Exchanges that are tried for one room. */
const MOST_TRIES = 2000

interface Counted {
  people: Candidate[]
  schools: Map<string, number>
  classes: Map<string, number>
  mostOfClass: number
  mostOfSchool: number
}

/**
 * Exchanges candidates between rooms of a group until no class has more in a room than can sit apart, and no school more
 * than its share, as far as there is somebody to exchange with. The next rooms are asked first, so the order is kept nearly.
 */
export function spreadUnits(rooms: readonly Filling[], rule: MixRule): void {
  const counted = rooms.map((filling) => countRoom(filling, rule))
  for (const [at, room] of counted.entries()) {
    let tries = MOST_TRIES
    for (const [index, candidate] of room.people.entries()) {
      if (tries <= 0) break
      if (isOver(room, candidate)) tries -= exchange(counted, at, index, tries)
    }
  }
}

function countRoom({ people }: Filling, rule: MixRule): Counted {
  const num = people.length
  const apart = mostApart(num, rule.neighbours)
  const share = mostOfSchool(num, rule.maxSchoolShare)
  return {
    people,
    schools: countBy(people, ({ school }) => school),
    classes: countBy(people, ({ klass }) => klass),
    mostOfClass: apart,
    mostOfSchool: Math.min(share, rule.isSchoolApart === 1 ? mostApart(num, rule.neighbours || 4) : num),
  }
}

/** How many of `num` can sit without touching: every second seat, or every fourth where diagonals count. */
function mostApart(num: number, neighbours: number): number {
  if (neighbours === 0) return num
  return Math.ceil(num / (neighbours === 8 ? 4 : 2))
}

function countBy(people: readonly Candidate[], unitOf: (candidate: Candidate) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of people) counts.set(unitOf(one), (counts.get(unitOf(one)) ?? 0) + 1)
  return counts
}

function isOver(room: Counted, { school, klass }: Candidate): boolean {
  return (room.classes.get(klass) ?? 0) > room.mostOfClass || (room.schools.get(school) ?? 0) > room.mostOfSchool
}

/** Whether a room still keeps its limits when `comes` sits there instead of `goes`. */
function isWelcome(room: Counted, comes: Candidate, goes: Candidate): boolean {
  const more = (same: boolean) => (same ? 0 : 1)
  const klass = (room.classes.get(comes.klass) ?? 0) + more(comes.klass === goes.klass)
  const school = (room.schools.get(comes.school) ?? 0) + more(comes.school === goes.school)
  return klass <= room.mostOfClass && school <= room.mostOfSchool
}

/** Finds somebody in the rooms around to exchange with; answers how many were asked. */
function exchange(rooms: Counted[], at: number, index: number, most: number): number {
  const room = rooms[at] as Counted
  const goes = room.people[index] as Candidate
  let tries = 0
  for (const other of around(rooms, at)) {
    for (const [place, comes] of other.people.entries()) {
      if (tries >= most) return tries
      tries += 1
      const isBetter = comes.klass !== goes.klass && isWelcome(other, goes, comes) && isWelcome(room, comes, goes)
      if (!isBetter || comes.group !== goes.group) continue
      move(room, index, goes, comes)
      move(other, place, comes, goes)
      return tries
    }
  }
  return tries
}

/** The other rooms, the nearest first. */
function* around(rooms: Counted[], at: number): Generator<Counted> {
  for (let far = 1; far < rooms.length; far += 1) {
    for (const room of [rooms[at + far], rooms[at - far]]) if (room) yield room
  }
}

function move(room: Counted, index: number, goes: Candidate, comes: Candidate): void {
  const change = (counts: Map<string, number>, unit: string, by: number) =>
    counts.set(unit, (counts.get(unit) ?? 0) + by)
  change(room.classes, goes.klass, -1)
  change(room.schools, goes.school, -1)
  change(room.classes, comes.klass, 1)
  change(room.schools, comes.school, 1)
  room.people[index] = comes
}
