/** A school at the sharing of places. */
export interface Sharer {
  schoolCode: string
  /** Teachers of the course; places are proportional to them. */
  teacherNum: number
  /** Places it has already. */
  heldNum: number
  /** Teachers who can still be pulled. */
  freeNum: number
  /** Places it may have at most; no bound without it. */
  mostNum: number | null
}

/**
 * How many more places each school gets, so that `need` are taken in all: one after another to the school that is furthest
 * below its share, by teachers, of all places. From nothing this is the method of the largest remainder; with places
 * already held it fills what is open. Equal distance: the larger school first, then the lower code.
 */
export function sharePlaces(schools: readonly Sharer[], need: number): Map<string, number> {
  const ordered = schools.toSorted((a, b) => b.teacherNum - a.teacherNum || (a.schoolCode < b.schoolCode ? -1 : 1))
  const teachers = schools.reduce((sum, { teacherNum }) => sum + teacherNum, 0)
  const given = new Map(schools.map(({ schoolCode }) => [schoolCode, 0]))
  const added = (school: Sharer) => given.get(school.schoolCode) ?? 0
  const open = need - schools.reduce((sum, { heldNum }) => sum + heldNum, 0)
  for (let place = 0; place < open; place += 1) {
    const taker = furthestBelow(
      ordered.filter((school) => hasRoom(school, added(school))),
      (school) => need * school.teacherNum - (school.heldNum + added(school)) * teachers,
    )
    if (!taker) break
    given.set(taker.schoolCode, added(taker) + 1)
  }
  return given
}

function hasRoom({ heldNum, freeNum, mostNum }: Sharer, added: number): boolean {
  return added < freeNum && (mostNum === null || heldNum + added < mostNum)
}

/** The first with the greatest distance. */
function furthestBelow<T>(all: readonly T[], distance: (one: T) => number): T | undefined {
  let found: T | undefined
  for (const one of all) if (found === undefined || distance(one) > distance(found)) found = one
  return found
}
