/** How the seats of a room lie: what the room says of itself. */
export interface RoomGrid {
  seatRows: number
  seatCols: number
  /** `SEAT_MODE`. */
  seatMode: number
  /** Seats that are used, in the order of their numbers. */
  examRoomSeatNum: number
  /** `row-column`, by commas. */
  disabledSeats: string | null
}

/** One seat; rows and columns count from 1, at the door in front. */
export interface Seat {
  no: number
  row: number
  col: number
}

/** S: odd columns go back, even ones come forward. Z: every column goes back. */
export const SEAT_MODE = { s: 1, z: 2 } as const

/** Places of a room nobody sits at; undefined where the text names none of the room. */
export function readDisabled(text: string | null, rows: number, cols: number): Set<string> | undefined {
  const named = (text ?? '').split(/[,，、\s]+/).filter(Boolean)
  const found = new Set<string>()
  for (const one of named) {
    const [row = 0, col = 0] = (/^(\d+)-(\d+)$/.exec(one) ?? []).slice(1).map(Number)
    if (row < 1 || row > rows || col < 1 || col > cols) return undefined
    found.add(`${row}-${col}`)
  }
  return found
}

/** The seats of a room by number, column after column from the door; disabled ones take no number. */
export function seatsOfRoom({ seatRows, seatCols, seatMode, examRoomSeatNum, disabledSeats }: RoomGrid): Seat[] {
  const disabled = readDisabled(disabledSeats, seatRows, seatCols) ?? new Set<string>()
  const seats: Seat[] = []
  for (let col = 1; col <= seatCols; col += 1) {
    const isBack = seatMode === SEAT_MODE.z || col % 2 === 1
    for (let step = 1; step <= seatRows; step += 1) {
      const row = isBack ? step : seatRows + 1 - step
      if (seats.length === examRoomSeatNum) return seats
      if (!disabled.has(`${row}-${col}`)) seats.push({ no: seats.length + 1, row, col })
    }
  }
  return seats
}

/** Places a room has at all: rows times columns without the disabled ones. */
export function placesOfRoom({
  seatRows,
  seatCols,
  disabledSeats,
}: Omit<RoomGrid, 'seatMode' | 'examRoomSeatNum'>): number {
  return seatRows * seatCols - (readDisabled(disabledSeats, seatRows, seatCols)?.size ?? 0)
}

/** For each seat the indexes of those beside it: 4 without, 8 with the diagonals; none for 0. */
export function neighboursOf(seats: readonly Seat[], neighbours: number): number[][] {
  const at = new Map(seats.map((seat, index) => [`${seat.row}-${seat.col}`, index]))
  return seats.map(({ row, col }) => {
    const found: number[] = []
    for (const [down, right] of STEPS.slice(0, neighbours)) {
      const index = at.get(`${row + down}-${col + right}`)
      if (index !== undefined) found.push(index)
    }
    return found
  })
}

/** The four beside come first, then the diagonals. */
const STEPS: readonly (readonly [number, number])[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
]

/** Who must not sit together. */
export interface MixRule {
  /** 0, 4 or 8. */
  neighbours: number
  /** 1: neighbours are not of the same school where a room holds several. */
  isSchoolApart: number | null
  /** Per cent of a room's candidates. */
  maxSchoolShare: number | null
}

/** What the rules look at in a candidate. */
export interface Sitter {
  school: string
  /** Unique over all schools. */
  klass: string
}

/** What is wrong at one seat. */
export interface SeatConflict {
  /** Index of the seat. */
  at: number
  text: string
}

/** The seats where a rule is broken, in order; `sitters` stand at the index of their seat. */
export function findConflicts(
  seats: readonly Seat[],
  sitters: readonly (Sitter | undefined)[],
  rule: MixRule,
  beside: readonly number[][] = neighboursOf(seats, rule.neighbours || (rule.isSchoolApart ? 4 : 0)),
): SeatConflict[] {
  const over = overShare(sitters, rule.maxSchoolShare)
  const isApart = rule.isSchoolApart === 1 && schoolNum(sitters) > 1
  return sitters.flatMap((sitter, at) => {
    if (!sitter) return []
    const near = (beside[at] ?? []).filter((index) => sitters[index])
    const same = rule.neighbours === 0 ? [] : near.filter((index) => sitters[index]?.klass === sitter.klass)
    const fellows = isApart
      ? near.filter((index) => sitters[index]?.school === sitter.school && !same.includes(index))
      : []
    const texts = [
      namesOf(seats, same, '同班相邻'),
      namesOf(seats, fellows, '同校相邻'),
      over.has(at) ? `本场该校超过${rule.maxSchoolShare}%` : '',
    ].filter(Boolean)
    return texts.length > 0 ? [{ at, text: texts.join('；') }] : []
  })
}

function schoolNum(sitters: readonly (Sitter | undefined)[]): number {
  return new Set(sitters.flatMap((sitter) => sitter?.school ?? [])).size
}

function namesOf(seats: readonly Seat[], indexes: readonly number[], what: string): string {
  if (indexes.length === 0) return ''
  const numbers = indexes.map((index) => seats[index]?.no ?? 0).toSorted((one, other) => one - other)
  return `与${numbers.join('、')}号${what}`
}

/** Most candidates of one school in a room of `num`. */
export function mostOfSchool(num: number, maxSchoolShare: number | null): number {
  return maxSchoolShare === null ? num : Math.floor((num * maxSchoolShare) / 100)
}

/** Seats of those beyond the share of their school; the first ones of the school are within it. */
function overShare(sitters: readonly (Sitter | undefined)[], share: number | null): Set<number> {
  const over = new Set<number>()
  if (share === null) return over
  const most = mostOfSchool(sitters.filter(Boolean).length, share)
  const counts = new Map<string, number>()
  for (const [at, sitter] of sitters.entries()) {
    if (!sitter) continue
    const num = (counts.get(sitter.school) ?? 0) + 1
    counts.set(sitter.school, num)
    if (num > most) over.add(at)
  }
  return over
}
