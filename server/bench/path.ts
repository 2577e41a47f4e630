import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
import { watchMemory } from './memory.ts'
import { type ProcessorTime, processorTime } from './processor.ts'
import { bareRoute } from './path/bare.ts'
import { TENANT, type ExamSize, type Workbooks, fillRegister, writeWorkbooks } from './path/county.ts'
import { Office } from './path/office.ts'
import type { Waits } from './path/reader.ts'
import { type Steps, sumOf } from './path/steps.ts'

export interface PathFigures extends ExamSize {
  /** Of every step of ours, and of the bare script. */
  steps: Steps
  bareSteps: Steps
  /** Seconds of all steps by the clock. */
  ours: number
  bare: number
  ratio: number
  /** Of every round, in turn; the figures beside are those of the round in the middle. */
  ratios: number[]
  /** Seconds of processor time of program and database, of all steps. */
  oursCpu: number
  bareCpu: number
  cpuRatio: number
  /** Highest resident memory of the process while ours ran, in MB. */
  peakMb: number
  /** How a list of another user answered meanwhile, where it was asked for. */
  list: Waits | undefined
}

const COUNTY: ExamSize = { students: 12_000, courses: 6 }
const CITY: ExamSize = { students: 100_000, courses: 9 }
/** Seven seconds say little on a machine that others use, too; a minute says more. */
const ROUNDS = { county: 5, city: 1 }
/** One school, every course. */
const WARM_UP: ExamSize = { students: 720, courses: 9 }

/**
 * From the uploaded workbooks to the published report, against a bare script of the same work. `BENCH_PATH` names one: county, city.
 * A small exam goes first: the bare script runs after ours in the same process, which has compiled and loaded by then what both use, and a
 * server does not start anew for each exam. With `BENCH_READER=1` somebody reads a list meanwhile; what that costs counts as ours.
 */
export async function benchPath(): Promise<PathFigures[]> {
  const asked = process.env.BENCH_PATH
  const figures: PathFigures[] = []
  if (asked !== 'city') figures.push(await measure(COUNTY, ROUNDS.county))
  if (asked !== 'county') figures.push(await measure(CITY, ROUNDS.city))
  return figures
}

async function measure(size: ExamSize, rounds: number): Promise<PathFigures> {
  const root = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-path-'))
  const server = await startPostgres(root, { max_wal_size: '8GB' })
  const client = new pg.Client({ connectionString: server.url })
  const processor = () => processorTime(root)
  try {
    await migrate(server.url)
    await client.connect()
    await fillRegister(client, size)
    const books = await writeWorkbooks(root, size)
    const office = await Office.open(server.url, join(root, 'data'))
    await office.publish('预备', WARM_UP, await writeWorkbooks(await made(join(root, 'warm-up')), WARM_UP), processor)
    const found: PathFigures[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const folder = await made(join(root, `round-${round}`))
      found.push(await goOnce(`性能${round}`, { size, books, office, client, folder, url: server.url, processor }))
    }
    await office.close()
    return middle(found)
  } finally {
    await client.end()
    await server.stop()
    await rm(root, { recursive: true, force: true })
  }
}

interface Round {
  size: ExamSize
  books: Workbooks
  office: Office
  client: pg.Client
  /** Of the bare script. */
  folder: string
  url: string
  processor: () => ProcessorTime
}

/** Ours, then the bare script. */
async function goOnce(
  name: string,
  { size, books, office, client, folder, url, processor }: Round,
): Promise<PathFigures> {
  const memory = watchMemory()
  const reader = process.env.BENCH_READER ? office.readBeside() : undefined
  const { examId, steps } = await office.publish(name, size, books, processor)
  const list = await reader?.stop()
  const peakMb = memory.stop()
  const database = openDatabase(url, 1)
  const spec = await office.specOf(examId)
  const judge = () => office.judge(examId)
  const work = { client, db: database.tenant(TENANT), spec, folder, size, books, judge, processor }
  const { steps: bareSteps, made: bareFolder } = await bareRoute(work)
  await office.assertSame(examId, bareFolder)
  await database.close()
  const [ours, bare] = [sumOf(steps), sumOf(bareSteps)]
  const [oursCpu, bareCpu] = [ours.program + ours.database, bare.program + bare.database]
  return {
    ...size,
    steps,
    bareSteps,
    ours: ours.clock,
    bare: bare.clock,
    ratio: ours.clock / bare.clock,
    ratios: [],
    oursCpu,
    bareCpu,
    cpuRatio: oursCpu / bareCpu,
    peakMb,
    list,
  }
}

function middle(rounds: PathFigures[]): PathFigures {
  const sorted = rounds.toSorted((a, b) => a.ratio - b.ratio)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('no round')
  return { ...found, ratios: rounds.map(({ ratio }) => ratio) }
}

async function made(folder: string): Promise<string> {
  await mkdir(folder)
  return folder
}
