import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenAnalytics, openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { computeFixture, hashFiles } from './chaos/compute-fixture.ts'
import type { Told } from './chaos/die-at.ts'
import { mortal } from './chaos/program.ts'

/** `npm run chaos` dies before every step; here before some of them. */
const STRIDE = process.env['CHAOS_STEPS'] === 'all' ? 1 : 23

const PROGRAM = new URL('chaos/compute-process.ts', import.meta.url)

let root: string
let analytics: OpenAnalytics
let undisturbed: Record<string, string>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'killed-'))
  analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(root, 'tmp'), connections: 1 })
  await computeFixture(analytics, join(root, 'undisturbed'))
  undisturbed = await hashFiles(join(root, 'undisturbed'))
})
afterAll(async () => {
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

async function startProcess(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...(await mortal(PROGRAM)), folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((ready, fail) => {
    child.stdout?.once('data', () => ready())
    child.once('exit', () => fail(new Error('the process did not start')))
  })
  return child
}

/** Computes in a process of its own that dies before a step; answers whether it did. */
async function dieBefore(folder: string, dieAt: number): Promise<boolean> {
  const child = await startProcess(folder)
  const outcome = new Promise<boolean>((resolve) => {
    child.once('message', () => resolve(false))
    child.once('exit', () => resolve(true))
  })
  child.send({ dieAt })
  child.send({ start: true })
  const hasDied = await outcome
  child.kill('SIGKILL')
  return hasDied
}

async function countSteps(folder: string): Promise<number> {
  const child = await startProcess(folder)
  const heard = (): Promise<unknown> => new Promise((resolve) => child.once('message', resolve))
  child.send({ dieAt: 0 })
  child.send({ start: true })
  await heard()
  child.send({ ask: true })
  const { steps } = (await heard()) as Told
  child.kill('SIGKILL')
  return steps.length
}

test(
  'a computation killed before any statement or change of a file is gone on with to the same bytes in every file',
  async () => {
    const steps = await countSteps(join(root, 'counted'))
    expect(await hashFiles(join(root, 'counted'))).toEqual(undisturbed)
    expect(steps).toBeGreaterThan(100)
    let killed = 0
    for (let dieAt = 1; dieAt <= steps; dieAt += STRIDE) {
      const folder = join(root, `killed${dieAt}`)
      if (await dieBefore(folder, dieAt)) killed += 1
      await computeFixture(analytics, folder)
      expect([dieAt, await hashFiles(folder)]).toEqual([dieAt, undisturbed])
      await rm(folder, { recursive: true, force: true })
    }
    expect(killed).toBe(Math.ceil(steps / STRIDE))
    process.stdout.write(`${killed} of ${steps} steps\n`)
  },
  24 * 3_600_000,
)
