import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'
import pg from 'pg'
import type { SpecLine } from '../src/domains/exam/compute/exam-spec.ts'
import { archiveSource } from '../src/domains/exam/compute/export-facts.ts'
import { runPlan } from '../src/domains/exam/compute/run-plan.ts'
import { buildPackage, packagePath, placePackage } from '../src/domains/exam/package/build-package.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
import { BENCH_TENANT, benchSpec, fillExam } from './duck-data.ts'
import { type ReportFigure, benchReports } from './reports.ts'

/** Every report on a package of `BENCH_STUDENTS` (one million) students × 9 courses, made for the purpose. */
export async function benchReportsOnMillion(
  students = Number(process.env['BENCH_STUDENTS'] ?? 1_000_000),
): Promise<ReportFigure[]> {
  const root = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'bench-reports-'))
  try {
    await makePackage(root, students)
    return await benchReports(packagePath(root, 1))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Three lines by share, those of the courses drawn from them. */
const LINES = [0.1, 0.3, 0.6].map((lineShare, at) => lineAt(`第${at + 1}档`, lineShare))

function lineAt(periodName: string, lineShare: number): SpecLine {
  return {
    stream: 0,
    periodName,
    lineMode: LINE_MODE.byShare,
    lineNum: null,
    lineShare,
    lineScore: null,
    tieMode: 'atLeast',
    courseMethod: LINE_MODE.ratio,
    criticalTotal: 10,
    criticalCourse: 5,
    isMain: lineShare === 0.3 ? 1 : 0,
    fixed: {},
  }
}

/** A published package of so many students below `root`. */
export async function makePackage(root: string, students: number): Promise<void> {
  const server = await startPostgres(root, { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' })
  const owner = new pg.Client({ connectionString: server.url })
  const database = openDatabase(server.url, 1)
  const analytics = await openAnalytics({ memoryLimit: '2GB', threads: 2, tempFolder: join(root, 'tmp') })
  try {
    await migrate(server.url)
    await owner.connect()
    await fillExam(owner, students)
    const spec = { ...benchSpec(), lines: LINES }
    const workFolder = join(root, 'work')
    const source = archiveSource({ db: database.tenant(BENCH_TENANT) }, spec)
    const { hashes } = await runPlan({ analytics, spec, folder: workFolder, source })
    const built = await buildPackage({ analytics, spec, workFolder, examFolder: root, hashes, now: new Date() })
    await placePackage(built, root, 1)
  } finally {
    analytics.close()
    await owner.end()
    await database.close()
    await server.stop()
  }
}
