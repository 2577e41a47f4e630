import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** One death a seed asks for. Its id is the same in every run of the seed. */
export interface Planned {
  id: string
  phase: string
  /** Before this step, or after this part of the time the phase takes. */
  step?: number
  share?: number
  /** How often it came too late before. */
  missed?: number
}

export interface Kill {
  id: string
  phase: string
  hasDied: boolean
  /** What was different afterwards. */
  fault?: string
}

export interface PhaseFigures {
  kills: number
  steps: number
  /** Of the phase without a kill. */
  ms: number
}

/** What `npm run chaos` leaves: figures, the kills of a seed so far, and how many are left. */
export interface Report {
  seed: number
  left: number
  killed: number
  atRandomMoments: number
  beforeSteps: number
  /** The program was done each time before its death came. */
  unharmed: number
  phases: Record<string, PhaseFigures>
  faults: Kill[]
  minutes: number
  kills: Kill[]
}

function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** So many at random moments of any phase, and one before every step of the phases given with theirs; in random order. */
export function planDeaths(seed: number, kills: number, phases: string[], steps: Record<string, number>): Planned[] {
  const roll = dice(seed)
  const random = Array.from({ length: kills }, (_, n): Planned => {
    const phase = phases[Math.floor(roll() * phases.length)] as string
    return { id: `moment ${n + 1}`, phase, share: roll() }
  })
  const stepped = Object.entries(steps).flatMap(([phase, count]) =>
    Array.from({ length: count }, (_, n): Planned => ({ id: `${phase} ${n + 1}`, phase, step: n + 1 })),
  )
  const order = dice(seed + 1)
  return [...random, ...stepped]
    .map((one) => [order(), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one)
}

/** Deaths that are left, handed out as walks through phases in their order, one death in each. */
export class Deaths {
  private readonly waiting: Map<string, Planned[]>
  private readonly late: Planned[] = []

  constructor(
    private readonly phases: string[],
    planned: Planned[],
    done: ReadonlySet<string>,
  ) {
    const open = planned.filter(({ id }) => !done.has(id))
    this.waiting = new Map(phases.map((name) => [name, open.filter(({ phase }) => phase === name)]))
  }

  /** From the first phase that has deaths left to the next that has none. What came too late walks alone. */
  take(): Planned[] {
    const late = this.late.shift()
    if (late) return [late]
    const walk: Planned[] = []
    for (const name of this.phases) {
      const next = this.waiting.get(name)?.shift()
      if (next) walk.push(next)
      else if (walk.length > 0) break
    }
    return walk
  }

  /** Of a walk that ended before them. */
  giveBack(rest: Planned[]): void {
    for (const one of rest) this.waiting.get(one.phase)?.unshift(one)
  }

  /** The program was faster than its death: once more, at a moment earlier. Answers whether it was not tried often enough. */
  retry(one: Planned): boolean {
    const missed = (one.missed ?? 0) + 1
    if (missed > 2) return false
    this.late.push({ ...one, missed, ...(one.share !== undefined && { share: one.share / 2 }) })
    return true
  }
}

/** The report of a run that is to go on: of the same seed, without its faults, which are tried again. */
export function readReport(path: string | undefined, seed: number): Pick<Report, 'kills' | 'minutes'> {
  const fresh = { kills: [], minutes: 0 }
  if (!path || !existsSync(path)) return fresh
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report
  return report.seed === seed ? { ...report, kills: report.kills.filter(({ fault }) => fault === undefined) } : fresh
}

/** Whole or not at all: the run may be cut off at any moment. One kill a line. */
export function writeReport(path: string, { kills, ...figures }: Report): void {
  const lines = kills.map((kill) => `    ${JSON.stringify(kill)}`).join(',\n')
  const head = JSON.stringify({ ...figures, kills: [] }, null, 2).replace(/\[\]\n\}$/, '')
  writeFileSync(`${path}.new`, `${head}[\n${lines}\n  ]\n}\n`)
  renameSync(`${path}.new`, path)
}
