import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { archiveSource } from '../src/domains/exam/compute/export-facts.ts'
import { runPlan } from '../src/domains/exam/compute/run-plan.ts'
import { buildPackage, packagePath } from '../src/domains/exam/package/build-package.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
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

async function makePackage(root: string, students: number): Promise<void> {
  const server = await startPostgres(root, { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' })
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  const analytics = await openAnalytics({ memoryLimit: '2GB', threads: 2, tempFolder: join(root, 'tmp') })
  try {
    await migrate(server.url)
    const client = await pool.connect()
    await fillExam(client, students)
    await client.query(`set role exam_app; select set_config('app.tenant', '${BENCH_TENANT}', false)`)
    const spec = benchSpec()
    const workFolder = join(root, 'work')
    const { hashes } = await runPlan({ analytics, spec, folder: workFolder, source: archiveSource(client, spec) })
    await buildPackage({ analytics, spec, workFolder, examFolder: root, version: 1, hashes, now: new Date() })
    client.release()
  } finally {
    analytics.close()
    await pool.end()
    await server.stop()
  }
}
