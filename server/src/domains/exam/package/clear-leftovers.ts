import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../platform/ctx.ts'
import { foldersIn } from '../../../platform/files/folders-in.ts'
import { findOldestStart } from '../../../platform/jobs/living.ts'
import { isUnfinished } from './build-package.ts'

/** The job that builds. */
const BUILD = 'exam.build-package'

/**
 * Removes what builds of a killed process left below `folder` (`<tenant>/<exam>/building-…`). Another process may be
 * building at this moment: what is younger than the oldest job that still breathes stays. Answers what was removed.
 */
export async function clearLeftovers(tenant: (tenantId: string) => Db, folder: string): Promise<string[]> {
  const removed: string[] = []
  for (const tenantId of await foldersIn(folder)) {
    const found = await leftoversOf(join(folder, tenantId))
    if (found.length === 0) continue
    const before = (await findOldestStart(tenant(tenantId), BUILD)) ?? Date.now()
    for (const path of found) {
      const isOld = await stat(path).then(
        ({ mtimeMs }) => mtimeMs < before,
        () => false,
      )
      if (!isOld) continue
      await rm(path, { recursive: true, force: true })
      removed.push(path)
    }
  }
  return removed
}

/** The same for one exam, by whoever builds it: nobody else does. */
export async function clearExamLeftovers(examFolder: string): Promise<void> {
  for (const name of (await foldersIn(examFolder)).filter(isUnfinished))
    await rm(join(examFolder, name), { recursive: true, force: true })
}

async function leftoversOf(tenantFolder: string): Promise<string[]> {
  const exams = await foldersIn(tenantFolder)
  const found = await Promise.all(
    exams.map(async (exam) => {
      const names = await foldersIn(join(tenantFolder, exam))
      return names.filter(isUnfinished).map((name) => join(tenantFolder, exam, name))
    }),
  )
  return found.flat()
}
