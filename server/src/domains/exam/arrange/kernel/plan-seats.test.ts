import { FILL_MODE, POINT_MODE, SORT_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { SEAT_MODE, findConflicts, seatsOfRoom } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderCandidates } from './order.ts'
import { planSeats } from './plan-seats.ts'
import type { Candidate, Placement, PlanRoom, PlanRules } from './types.ts'

const RULES: PlanRules = {
  sortMode: SORT_MODE.random,
  fillMode: FILL_MODE.snake,
  pointMode: POINT_MODE.any,
  isMixedRest: 1,
  neighbours: 4,
  isSchoolApart: 0,
  maxSchoolShare: null,
  seed: 7,
}

function person(n: number, change: Partial<Candidate> = {}): Candidate {
  const key = `S${String(n).padStart(5, '0')}`
  const own = { id: String(n), key, name: `考生${n}`, school: 'A', klass: `A${n % 4}`, group: '' }
  return { ...own, score: n, isSpecial: false, fixed: undefined, ...change }
}

function people(num: number, change: (n: number) => Partial<Candidate> = () => ({})): Candidate[] {
  return Array.from({ length: num }, (_, n) => person(n, change(n)))
}

function room(n: number, change: Partial<PlanRoom> = {}): PlanRoom {
  const grid = { seatRows: 6, seatCols: 5, seatMode: SEAT_MODE.s, examRoomSeatNum: 30, disabledSeats: null }
  return { no: String(n + 1).padStart(3, '0'), point: null, scope: [], ...grid, ...change }
}

function rooms(num: number, change: (n: number) => Partial<PlanRoom> = () => ({})): PlanRoom[] {
  return Array.from({ length: num }, (_, n) => room(n, change(n)))
}

function plan(candidates: Candidate[], places: PlanRoom[], rules: Partial<PlanRules> = {}): Placement[] {
  return [...planSeats(candidates, places, { ...RULES, ...rules })].flat()
}

const textOf = (placed: Placement[]) =>
  placed.map(({ candidate, room: { no }, no: seat }) => `${candidate.id}@${no}-${seat}`)

describe('seats of a room', () => {
  test('in S order go back and forth from the door (V14)', () => {
    const seats = seatsOfRoom(room(0))
    const row = (wanted: number) => seats.filter((seat) => seat.row === wanted).toSorted((a, b) => a.col - b.col)
    expect(row(1).map(({ no }) => no)).toEqual([1, 12, 13, 24, 25])
    expect(row(2).map(({ no }) => no)).toEqual([2, 11, 14, 23, 26])
    expect(row(6).map(({ no }) => no)).toEqual([6, 7, 18, 19, 30])
  })

  test('in Z order start anew in front of every column', () => {
    const seats = seatsOfRoom(room(0, { seatMode: SEAT_MODE.z }))
    expect(seats.filter((seat) => seat.row === 1).map(({ no }) => no)).toEqual([1, 7, 13, 19, 25])
  })

  test('of four columns with two places disabled are 7, 8, 8 and 7', () => {
    const seats = seatsOfRoom(room(0, { seatRows: 8, seatCols: 4, disabledSeats: '8-1,8-4' }))
    expect([1, 2, 3, 4].map((col) => seats.filter((seat) => seat.col === col).length)).toEqual([7, 8, 8, 7])
    expect(seats.at(-1)).toEqual({ no: 30, row: 1, col: 4 })
  })
})

describe('the order', () => {
  const four = people(4, (n) => ({ school: n < 2 ? 'A' : 'B', klass: n < 2 ? 'A1' : 'B1' }))

  test('by last score puts the best first and those without one last', () => {
    const order = orderCandidates([...four, person(9, { score: null })], SORT_MODE.lastScore, 1)
    expect(order.map(({ id }) => id)).toEqual(['3', '2', '1', '0', '9'])
  })

  test('of a serpentine takes the best of every school, then turns round', () => {
    const order = orderCandidates(four, SORT_MODE.serpentine, 1)
    expect(order.map(({ id }) => id)).toEqual(['1', '3', '2', '0'])
  })

  test('of a round robin takes one of every class in turn', () => {
    const order = orderCandidates(four, SORT_MODE.roundRobin, 1)
    expect(order.map(({ klass }) => klass)).toEqual(['A1', 'B1', 'A1', 'B1'])
  })
})

describe('a plan', () => {
  const count = fc.integer({ min: 1, max: 150 })
  const settings = fc.record({
    num: count,
    classes: fc.integer({ min: 1, max: 12 }),
    schools: fc.integer({ min: 1, max: 4 }),
    groups: fc.integer({ min: 1, max: 3 }),
    sortMode: fc.constantFrom(...Object.values(SORT_MODE)),
    fillMode: fc.constantFrom(...Object.values(FILL_MODE)),
    neighbours: fc.constantFrom(0, 4, 8),
    isSchoolApart: fc.constantFrom(0, 1),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })

  test('gives everybody one seat and no seat twice, names every conflict, and comes out the same again', () => {
    const check = fc.property(settings, ({ num, classes, schools, groups, ...rules }) => {
      const candidates = people(num, (n) => ({
        school: `S${n % schools}`,
        klass: `S${n % schools}-${n % classes}`,
        group: `G${n % groups}`,
      }))
      const places = rooms(Math.ceil(num / 30))
      const placed = plan(candidates, places, rules)
      expect(new Set(placed.map(({ candidate }) => candidate.id)).size).toBe(num)
      expect(new Set(placed.map(({ room: { no }, no: seat }) => `${no}-${seat}`)).size).toBe(num)
      for (const one of places)
        expectNamed(
          placed.filter(({ room: { no } }) => no === one.no),
          one,
          rules,
        )
      expect(textOf(plan(candidates.toReversed(), places, rules))).toEqual(textOf(placed))
    })
    fc.assert(check, { numRuns: 60 })
  })

  function expectNamed(placed: Placement[], one: PlanRoom, rules: Partial<PlanRules>): void {
    const seats = seatsOfRoom(one)
    const sitters = seats.map(({ no }) => placed.find((place) => place.no === no)?.candidate)
    const found = findConflicts(seats, sitters, { ...RULES, ...rules })
    const named = placed.filter(({ conflict }) => conflict !== null)
    expect(named.map(({ no, conflict }) => `${no} ${conflict}`)).toEqual(
      found.map(({ at, text }) => `${at + 1} ${text}`),
    )
  }

  test('with another seed is another plan', () => {
    expect(textOf(plan(people(60), rooms(2), { seed: 8 }))).not.toEqual(textOf(plan(people(60), rooms(2))))
  })

  test('keeps two of a class apart where no class has more than half of a room', () => {
    const halves = fc
      .integer({ min: 2, max: 6 })
      .chain((classes) => fc.record({ classes: fc.constant(classes), seed: fc.integer({ min: 1, max: 1_000_000 }) }))
    const check = fc.property(halves, ({ classes, seed }) => {
      const placed = plan(
        people(90, (n) => ({ klass: `K${n % classes}` })),
        rooms(3),
        { seed },
      )
      expect(placed.filter(({ conflict }) => conflict !== null)).toEqual([])
    })
    fc.assert(check, { numRuns: 60 })
  })

  test('keeps two of a class apart on all eight sides where there are many classes', () => {
    const placed = plan(
      people(600, (n) => ({ klass: `K${n % 12}` })),
      rooms(20),
      { neighbours: 8 },
    )
    expect(placed.filter(({ conflict }) => conflict !== null)).toEqual([])
  })

  test('lists everybody of a single class as a conflict', () => {
    const placed = plan(
      people(30, () => ({ klass: 'K' })),
      rooms(1),
    )
    expect(placed.filter(({ conflict }) => conflict?.includes('同班相邻'))).toHaveLength(30)
  })

  test('in blocks by last score makes rooms of the same level, and in a snake rooms of equal strength', () => {
    const rules = { sortMode: SORT_MODE.lastScore, neighbours: 0 }
    const meanOf = (placed: Placement[], no: string) => {
      const own = placed.filter((place) => place.room.no === no)
      return own.reduce((sum, { candidate }) => sum + (candidate.score ?? 0), 0) / own.length
    }
    const blocks = plan(people(60), rooms(2), { ...rules, fillMode: FILL_MODE.block })
    expect([meanOf(blocks, '001'), meanOf(blocks, '002')]).toEqual([44.5, 14.5])
    const snake = plan(people(60), rooms(2), rules)
    expect([meanOf(snake, '001'), meanOf(snake, '002')]).toEqual([29.5, 29.5])
  })

  test('fills whole rooms with one group and mixes what is left over', () => {
    const placed = plan(
      people(90, (n) => ({ group: n < 50 ? '物化生' : '史政地' })),
      rooms(3),
      { neighbours: 0 },
    )
    const groups = ['001', '002', '003'].map((no) =>
      [...new Set(placed.filter((place) => place.room.no === no).map(({ candidate }) => candidate.group))].toSorted(),
    )
    expect(groups).toEqual([['物化生'], ['史政地'], ['史政地', '物化生'].toSorted()])
  })

  test('keeps fixed seats, and puts special needs in the first row', () => {
    const candidates = people(30, (n) => ({
      fixed: n === 3 ? { roomNo: '001', no: 18 } : undefined,
      isSpecial: n === 4,
    }))
    const placed = plan(candidates, rooms(1))
    expect(placed.find(({ candidate }) => candidate.id === '3')?.no).toBe(18)
    expect(placed.find(({ candidate }) => candidate.id === '4')).toMatchObject({ row: 1, col: 1 })
  })

  test('leaves candidates at their own school where it is a point, the others elsewhere', () => {
    const candidates = people(40, (n) => ({ school: n < 25 ? 'A' : 'B' }))
    const places = rooms(2, (n) => ({ point: n === 0 ? 'A' : 'C' }))
    const placed = plan(candidates, places, { pointMode: POINT_MODE.own })
    expect(placed.filter(({ candidate }) => candidate.school === 'A').every((one) => one.room.point === 'A')).toBe(true)
    expect(placed).toHaveLength(40)
  })

  test('keeps a school within its share of a room where there are others to exchange with', () => {
    const candidates = people(60, (n) => ({ school: n < 30 ? 'A' : 'B', klass: `K${n}` }))
    const placed = plan(candidates, rooms(2), {
      maxSchoolShare: 50,
      sortMode: SORT_MODE.lastScore,
      fillMode: FILL_MODE.block,
    })
    expect(placed.filter(({ conflict }) => conflict !== null)).toEqual([])
  })

  test('refuses more candidates than seats, a fixed seat that is none, and one kept for two', () => {
    expect(() => plan(people(31), rooms(1))).toThrow('考生31人，座位只有30个，还差1个：考生30没有座位，请增加考场')
    const fixed = (no: number) => ({ fixed: { roomNo: '001', no } })
    expect(() =>
      plan(
        people(1, () => fixed(31)),
        rooms(1),
      ),
    ).toThrow('考生0的固定座位“001场31号”不存在')
    expect(() =>
      plan(
        people(2, () => fixed(3)),
        rooms(1),
      ),
    ).toThrow('考生0和考生1固定在同一座位“001场3号”')
  })

  test('refuses candidates whose group no room takes', () => {
    const candidates = people(3, () => ({ group: '物化生' }))
    expect(() =>
      plan(
        candidates,
        rooms(1, () => ({ scope: ['史政地'] })),
      ),
    ).toThrow(/还有3名考生没有座位/)
  })
})
