import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { archiveSource } from '../src/domains/exam/compute/export-facts.ts'
import { runPlan } from '../src/domains/exam/compute/run-plan.ts'
import { buildPackage, placePackage } from '../src/domains/exam/package/build-package.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import type { Db } from '../src/platform/db/db.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
import { watchMemory } from './memory.ts'
import { bareScript } from './baseline-compute.ts'
import { BENCH_TENANT, benchSpec, fillExam } from './duck-data.ts'

export interface ComputeFigures {
  students: number
  /** Seconds from the archive to the finished package, and of the bare script from the same archive. */
  ours: number
  bare: number
  ratio: number
  /** The same in seconds of processor time of this process: steadier than the clock on a busy machine. */
  oursCpu: number
  bareCpu: number
  cpuRatio: number
  /** Ours once more with four courses by levels, and its steps in ms. */
  withLevels: number
  levelTasks: Record<string, number>
  /** Highest resident memory of the process while ours ran, in MB. */
  peakMb: number
  memoryLimit: string
  tasks: Record<string, number>
}

const MEMORY_LIMIT = process.env.BENCH_MEMORY ?? '2GB'
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1)

/** From a filled archive to a package, against a bare DuckDB script over the same archive. `BENCH_STUDENTS` sets the size. */
export async function benchCompute(
  students = Number(process.env.BENCH_STUDENTS ?? 1_000_000),
): Promise<ComputeFigures> {
  const root = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-compute-'))
  const server = await startPostgres(root, { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' })
  const owner = new pg.Client({ connectionString: server.url })
  // Both sides read as the product does: as a role that row level security binds.
  const database = openDatabase(server.url, 1)
  try {
    await migrate(server.url)
    await owner.connect()
    await spend('fill', () => fillExam(owner, students))
    await spend('vacuum', () => owner.query('vacuum analyze exam_score_student, exam_score_student_course'))
    const db = database.tenant(BENCH_TENANT)
    await sql`select count(score), (select count(student_name) from exam_score_student) from exam_score_student_course`.execute(
      db,
    )
    return await measure(db, root, students)
  } finally {
    await owner.end()
    await database.close()
    await server.stop()
    await rm(root, { recursive: true, force: true })
  }
}

async function measure(db: Db, root: string, students: number): Promise<ComputeFigures> {
  let [ours, bare, levels] = [NEVER, NEVER, NEVER]
  let peakMb = 0
  let tasks: Record<string, number> = {}
  let levelTasks: Record<string, number> = {}
  for (let round = 1; round <= ROUNDS; round += 1) {
    const memory = watchMemory()
    const run = await spend('ours', async () => {
      tasks = await ourRun(db, join(root, `exam${round}`))
    })
    peakMb = Math.max(peakMb, memory.stop())
    const byLevels = await spend('levels', async () => {
      levelTasks = await ourRun(db, join(root, `levels${round}`), true)
    })
    const folder = await mkdtemp(join(root, 'bare-'))
    const yardstick = await spend('bare', () => bareScript(db, archivedRows(benchSpec().examId), folder, MEMORY_LIMIT))
    if (run.seconds < ours.seconds) ours = run
    if (byLevels.seconds < levels.seconds) levels = byLevels
    if (yardstick.seconds < bare.seconds) bare = yardstick
  }
  return {
    students,
    ours: ours.seconds,
    bare: bare.seconds,
    ratio: ours.seconds / bare.seconds,
    oursCpu: ours.cpu,
    bareCpu: bare.cpu,
    cpuRatio: ours.cpu / bare.cpu,
    withLevels: levels.seconds,
    levelTasks,
    peakMb,
    memoryLimit: MEMORY_LIMIT,
    tasks,
  }
}

function archivedRows(examId: string) {
  return {
    student: sql`select * from exam_score_student where exam_id = ${examId}`,
    score: sql`select sid, course_id, score, score_status from exam_score_student_course where exam_id = ${examId}`,
  }
}

async function ourRun(db: Db, examFolder: string, hasLevels = false): Promise<Record<string, number>> {
  const spec = benchSpec(hasLevels)
  const tempFolder = join(examFolder, 'tmp')
  const analytics = await openAnalytics({ memoryLimit: MEMORY_LIMIT, threads: 2, tempFolder })
  const workFolder = join(examFolder, 'work')
  const archive = archiveSource({ db }, spec)
  const tasks: Record<string, number> = {}
  const source = {
    ...archive,
    write: async (folder: string) => {
      tasks.EXPORT = Math.round((await spend('export', () => archive.write(folder))).seconds * 1000)
    },
  }
  const outcome = await runPlan({ analytics, spec, folder: workFolder, source })
  for (const { taskCode, ms } of outcome.tasks) tasks[taskCode] = ms
  const options = { analytics, spec, workFolder, examFolder, hashes: outcome.hashes, now: new Date() }
  tasks.PACKAGE = Math.round(
    (await spend('package', async () => placePackage(await buildPackage(options), examFolder, 1))).seconds * 1000,
  )
  analytics.close()
  return tasks
}

interface Spent {
  seconds: number
  cpu: number
}

const NEVER: Spent = { seconds: Infinity, cpu: Infinity }

async function spend(title: string, work: () => Promise<unknown>): Promise<Spent> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  await work()
  const used = process.cpuUsage(before)
  const spent = { seconds: (performance.now() - start) / 1000, cpu: (used.user + used.system) / 1e6 }
  console.log(`${title.padEnd(10)} ${spent.seconds.toFixed(2)} s, processor ${spent.cpu.toFixed(2)} s`)
  return spent
}

if (process.argv[1] === import.meta.filename) console.log(await benchCompute())
