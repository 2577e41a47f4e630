import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { carryOut, type Death, type Outcome } from './chaos/carry-out.ts'
import { type Ask, phasesOf } from './chaos/phases.ts'
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
    const undisturbed = await carryOut(world, token, asks, {})
    const after = await describeWorld(world)
    await world.owner.end()
    phases.push({ name, asks, before, after, undisturbed })
    before = world
  }
}, 300_000)
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

interface Kill {
  phase: string
  death: Death
  hasDied: boolean
  fault?: string
}

const kills: Kill[] = []
const startedAt = Date.now()
const isOver = () => Date.now() - startedAt > MINUTES * 60_000

/** One death, and whether the world is afterwards as if it had not been. */
async function dieOnce({ name, asks, before, after }: Phase, death: Death): Promise<Kill> {
  const world = await worlds.enter(before)
  const kill: Kill = { phase: name, death, hasDied: false }
  try {
    kill.hasDied = (await carryOut(world, token, asks, death)).hasDied
    expect(await describeWorld(world)).toEqual(after)
  } catch (error) {
    kill.fault = (error as Error).message.slice(0, 4000)
  }
  await world.owner.end()
  await worlds.drop(world)
  kills.push(kill)
  if (REPORT) writeFileSync(REPORT, JSON.stringify(summary(), null, 2))
  return kill
}

function summary(): object {
  const ofPhase = (name: string) => kills.filter(({ phase, hasDied }) => phase === name && hasDied).length
  return {
    seed: SEED,
    killed: kills.filter(({ hasDied }) => hasDied).length,
    atRandomMoments: kills.filter(({ hasDied, death }) => hasDied && death.ms !== undefined).length,
    beforeSteps: kills.filter(({ hasDied, death }) => hasDied && death.step !== undefined).length,
    unharmed: kills.filter(({ hasDied }) => !hasDied).length,
    phases: Object.fromEntries(
      phases.map(({ name, undisturbed }) => [
        name,
        { kills: ofPhase(name), steps: undisturbed.steps.length, ms: undisturbed.ms },
      ]),
    ),
    faults: kills.filter(({ fault }) => fault !== undefined),
    minutes: Math.round((Date.now() - startedAt) / 6000) / 10,
  }
}

function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** So many at random moments of any phase, and one before every step of each where that is asked for; in random order. */
function planDeaths(): [Phase, Death][] {
  const roll = dice(SEED)
  const deaths: [number, Phase, Death][] = []
  for (let n = 0; n < KILLS; n += 1) {
    const phase = phases[Math.floor(roll() * phases.length)] as Phase
    deaths.push([roll(), phase, { ms: Math.round(roll() * phase.undisturbed.ms) }])
  }
  const stepped = HAS_STEPS ? phases : []
  for (const phase of stepped)
    for (let step = 1; step <= phase.undisturbed.steps.length; step += 1) deaths.push([roll(), phase, { step }])
  return deaths.toSorted(([one], [other]) => one - other).map(([, phase, death]) => [phase, death])
}

describe('a program that is killed on the way from uploaded scores to a published package', () => {
  test(
    `ends, started again, where it would have without a kill, byte by byte (${KILLS} random kills${HAS_STEPS ? ', one before every step' : ''})`,
    async () => {
      for (const [phase, death] of planDeaths()) if (!isOver()) await dieOnce(phase, death)
      expect(kills.filter(({ fault }) => fault !== undefined)).toEqual([])
      expect(kills.length).toBeGreaterThan(0)
    },
    24 * 3_600_000,
  )
})
