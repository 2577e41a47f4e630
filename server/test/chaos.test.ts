import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Desk, type Outcome, carryOut } from './chaos/carry-out.ts'
import { type Ask, phasesOf } from './chaos/phases.ts'
import { Deaths, type Kill, type Planned, type Report, planDeaths, readReport, writeReport } from './chaos/plan.ts'
import { describeWorld, type Moment, Worlds } from './chaos/world.ts'
import { rosterSheet, scoreSheet } from './fixtures/exam-sheets.ts'
import { openDesk } from './fixtures/import-desk.ts'
import { startTestApp } from './harness.ts'

/** `npm run chaos` asks for more: kills at random moments, and one before every step. */
const KILLS = Number(process.env['CHAOS_KILLS'] ?? 10)
const SEED = Number(process.env['CHAOS_SEED'] ?? 7)
const HAS_STEPS = process.env['CHAOS_STEPS'] === 'all'
const MINUTES = Number(process.env['CHAOS_MINUTES'] ?? 600)
const REPORT = process.env['CHAOS_REPORT']
/** Worlds side by side. */
const LANES = Number(process.env['CHAOS_LANES'] ?? 1)

const STUDENTS = 300

/** One phase as it goes without a kill. */
interface Phase {
  name: string
  asks: Ask[]
  before: Moment
  after: Record<string, unknown>
  undisturbed: Outcome
}

let worlds: Worlds
let token: string
const phases: Phase[] = []

beforeAll(async () => {
  worlds = await Worlds.open(inject('postgresUrl'))
  const { moment, examId } = await prepareExam()
  let before = moment
  for (const [name, asks] of Object.entries(phasesOf(examId, scoreSheet(STUDENTS)))) {
    const world = await worlds.enter(before)
    const desk = await Desk.open(world, token)
    const undisturbed = await carryOut(desk, asks, {})
    await desk.program.kill()
    const after = await describeWorld(world)
    await world.owner.end()
    phases.push({ name, asks, before, after, undisturbed })
    before = world
  }
}, 600_000)
afterAll(() => worlds.close())

/** An exam whose list is imported; the program that did it has ended. */
async function prepareExam(): Promise<{ moment: Moment; examId: string }> {
  const program = await startTestApp()
  const desk = await openDesk(program)
  token = desk.user.token
  const examId = await desk.addExam('期中')
  const batch = await desk.send(examId, 'student', rosterSheet(STUDENTS))
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  await program.app.close()
  return { moment: { database: new URL(program.databaseUrl).pathname.slice(1), folder: program.dataDir }, examId }
}

const earlier = readReport(REPORT, SEED)
const kills: Kill[] = []
const startedAt = Date.now()
const minutesSoFar = () => (Date.now() - startedAt) / 60_000
const isOver = () => minutesSoFar() > MINUTES
let planned: Planned[]
let deaths: Deaths

/** One death, and whether the world is afterwards as if it had not been. */
async function dieOnce(
  desk: Desk,
  { asks, after, undisturbed }: Phase,
  { id, phase, step, share }: Planned,
): Promise<Kill> {
  const death = { ...(step !== undefined && { step }), ...(share !== undefined && { ms: share * undisturbed.ms }) }
  const kill: Kill = { id, phase, hasDied: false }
  try {
    kill.hasDied = (await carryOut(desk, asks, death)).hasDied
    expect(await describeWorld(desk.world)).toEqual(after)
  } catch (error) {
    kill.fault = (error as Error).message.slice(0, 4000)
  }
  return kill
}

/**
 * A world that goes through phases with a death in each. The program that took up the work after one death is the one that dies
 * next: a start less for each, and the world it dies in was died in before.
 */
async function walk(way: Planned[]): Promise<void> {
  const world = await worlds.enter(phaseOf(way[0] as Planned).before)
  const desk = await Desk.open(world, token)
  let next = 0
  let isWhole = true
  while (isWhole && next < way.length && !isOver()) {
    const one = way[next] as Planned
    const kill = await dieOnce(desk, phaseOf(one), one)
    isWhole = kill.fault === undefined
    next += 1
    if (kill.hasDied || !isWhole || !deaths.retry(one)) keep(kill)
  }
  deaths.giveBack(way.slice(next))
  await desk.program.kill()
  await world.owner.end()
  await worlds.drop(world)
}

function phaseOf({ phase }: Planned): Phase {
  return phases.find(({ name }) => name === phase) as Phase
}

function keep(kill: Kill): void {
  kills.push(kill)
  if (REPORT) writeReport(REPORT, summary())
}

function summary(): Report {
  const all = [...earlier.kills, ...kills]
  const died = all.filter(({ hasDied }) => hasDied)
  const faults = all.filter(({ fault }) => fault !== undefined)
  // Steps that one run had and another has not are no deaths of this plan.
  const isDone = new Set(all.filter(({ fault }) => fault === undefined).map(({ id }) => id))
  const ofPhase = (name: string) => died.filter(({ phase }) => phase === name).length
  const isRandom = ({ id }: Kill) => id.startsWith('moment')
  return {
    seed: SEED,
    left: planned.filter(({ id }) => !isDone.has(id)).length,
    killed: died.length,
    atRandomMoments: died.filter(isRandom).length,
    beforeSteps: died.filter((kill) => !isRandom(kill)).length,
    unharmed: all.length - died.length,
    phases: Object.fromEntries(
      phases.map(({ name, undisturbed }) => [
        name,
        { kills: ofPhase(name), steps: undisturbed.steps.length, ms: undisturbed.ms },
      ]),
    ),
    faults,
    minutes: Math.round((earlier.minutes + minutesSoFar()) * 10) / 10,
    kills: all,
  }
}

async function walkOn(): Promise<void> {
  while (!isOver()) {
    const way = deaths.take()
    if (way.length === 0) return
    await walk(way)
  }
}

describe('a program that is killed on the way from uploaded scores to a published package', () => {
  test(
    `ends, started again, where it would have without a kill, byte by byte (${KILLS} random kills${HAS_STEPS ? ', one before every step' : ''})`,
    async () => {
      const names = phases.map(({ name }) => name)
      const steps = HAS_STEPS ? phases.map(({ name, undisturbed }) => [name, undisturbed.steps.length] as const) : []
      planned = planDeaths(SEED, KILLS, names, Object.fromEntries(steps))
      deaths = new Deaths(names, planned, new Set(earlier.kills.map(({ id }) => id)))
      await Promise.all(Array.from({ length: LANES }, walkOn))
      expect(kills.filter(({ fault }) => fault !== undefined)).toEqual([])
      expect(earlier.kills.length + kills.length).toBeGreaterThan(0)
    },
    24 * 3_600_000,
  )
})
