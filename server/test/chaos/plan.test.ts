import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Deaths, type Kill, type Report, planDeaths, readReport, writeReport } from './plan.ts'

const PHASES = ['import', 'commit', 'publish']
const STEPS = { import: 5, commit: 3, publish: 4 }
const idsOf = (planned: { id: string }[]) => planned.map(({ id }) => id).toSorted()

test('a seed asks for the same deaths again: so many moments and every step of every phase once, in an order of its own', () => {
  const planned = planDeaths(7, 6, PHASES, STEPS)
  expect(planned).toEqual(planDeaths(7, 6, PHASES, STEPS))
  expect(planned).toHaveLength(6 + 5 + 3 + 4)
  expect(new Set(idsOf(planned)).size).toBe(planned.length)
  const steps = planned.filter(({ phase, step }) => phase === 'import' && step !== undefined).map(({ step }) => step)
  expect(new Set(steps)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(steps).not.toEqual([1, 2, 3, 4, 5])
  expect(planned.flatMap(({ share }) => share ?? []).every((share) => share >= 0 && share < 1)).toBe(true)
  expect(planDeaths(8, 6, PHASES, STEPS)).not.toEqual(planned)
  // The moments of a seed do not depend on how many steps the phases have by now.
  const moments = (of: typeof planned) =>
    of.filter(({ share }) => share !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(moments(planDeaths(7, 6, PHASES, { ...STEPS, commit: 9 }))).toEqual(moments(planned))
})

test('walks go through neighbouring phases in their order and take every death that is not done once', () => {
  const planned = planDeaths(7, 0, PHASES, STEPS)
  const done = new Set(['commit 1', 'commit 2', 'publish 4'])
  const deaths = new Deaths(PHASES, planned, done)
  const walks: string[][] = []
  const taken: { id: string }[] = []
  for (let walk = deaths.take(); walk.length > 0; walk = deaths.take()) {
    walks.push(walk.map(({ phase }) => phase))
    taken.push(...walk)
  }
  expect(walks).toEqual([PHASES, ['import'], ['import'], ['import'], ['import'], ['publish'], ['publish']])
  expect(idsOf(taken)).toEqual(idsOf(planned.filter(({ id }) => !done.has(id))))
})

test('what a broken walk did not come to is taken again', () => {
  const deaths = new Deaths(PHASES, planDeaths(7, 0, PHASES, STEPS), new Set())
  const first = deaths.take()
  deaths.giveBack(first.slice(1))
  expect(deaths.take().slice(1)).toEqual(first.slice(1))
})

test('a death that came too late is tried twice more by itself, a moment earlier each time', () => {
  const deaths = new Deaths(PHASES, [{ id: 'moment 1', phase: 'commit', share: 0.8 }], new Set())
  const shares: (number | undefined)[] = []
  for (let [one] = deaths.take(); one; [one] = deaths.take()) {
    shares.push(one.share)
    deaths.retry(one)
  }
  expect(shares).toEqual([0.8, 0.4, 0.2])
})

test('a run goes on where the last one of its seed ended, and tries its faults again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'))
  const path = join(folder, 'chaos.json')
  const harmless: Kill = { id: 'commit 1', phase: 'commit', hasDied: true }
  const kills = [harmless, { ...harmless, id: 'commit 2', fault: 'marks differ' }]
  expect(readReport(path, 7)).toEqual({ kills: [], minutes: 0 })
  const figures = { left: 3, killed: 2, atRandomMoments: 0, beforeSteps: 2, unharmed: 0, phases: {}, faults: [] }
  const report: Report = { seed: 7, ...figures, minutes: 4.5, kills }
  writeReport(path, report)
  expect(readReport(path, 7)).toMatchObject({ kills: [harmless], minutes: 4.5 })
  expect(readReport(path, 8)).toEqual({ kills: [], minutes: 0 })
  rmSync(folder, { recursive: true })
})
