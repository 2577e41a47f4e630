import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runPlan } from '../../src/domains/exam/compute/run-plan.ts'
import { buildPackage, placePackage } from '../../src/domains/exam/package/build-package.ts'
import { clearExamLeftovers } from '../../src/domains/exam/package/clear-leftovers.ts'
import type { Analytics } from '../../src/platform/analytics/analytics.ts'
import { hashFile } from '../../src/platform/files/hash-file.ts'
import { rowSource } from '../exam-csv.ts'
import { FIXTURE_TEACHERS, fixtureFacts, fixtureSpec } from '../fixture-package.ts'

/** The fixture from its facts to version 1 of its package, as the job does it. */
export async function computeFixture(analytics: Analytics, examFolder: string): Promise<void> {
  const spec = fixtureSpec()
  const { roster, scores } = fixtureFacts()
  const workFolder = join(examFolder, 'work')
  await clearExamLeftovers(examFolder)
  const { hashes } = await runPlan({
    analytics,
    spec,
    folder: workFolder,
    source: rowSource(roster, scores, 'fixture'),
  })
  const sources = { teachers: FIXTURE_TEACHERS, now: new Date(0) }
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, ...sources })
  await placePackage(built, examFolder, 1)
}

/** Every file below a folder with the hash of its bytes. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    paths.toSorted().map(async (path) => [path.slice(folder.length + 1), await hashFile(path)]),
  )
  return Object.fromEntries(hashes) as Record<string, string>
}
