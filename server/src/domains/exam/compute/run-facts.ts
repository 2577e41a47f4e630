import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsConnection } from '../../../platform/analytics/analytics.ts'
import { fitThreads } from '../../../platform/analytics/threads.ts'
import type { ExamSpec, FactSource } from './exam-spec.ts'
import { SOURCES } from './tables.ts'

/** The exported facts of a run. */
export interface Facts {
  write(db: AnalyticsConnection): Promise<void>
  /** How many steps are worth running at once: of a large exam each keeps every core busy, of a small one each has one thread. */
  lanes(): number
  drop(): Promise<void>
}

interface FactsOptions {
  source: FactSource
  folder: string
  spec: ExamSpec
}

/** Two steps read the facts; they are exported once, by the first that runs. */
export function factsOf({ source, folder, spec }: FactsOptions): Facts {
  let isWritten = false
  let lanes = 1
  return {
    async write(db) {
      if (isWritten) return
      await source.write(folder)
      isWritten = true
      // Marks of questions are many rows of small files.
      if (spec.questionFiles?.length) return
      const threads = await fitThreads(db, exportPaths(folder))
      if (threads === 1 && availableParallelism() > 1) lanes = 2
    },
    lanes: () => lanes,
    drop: () => dropExports(folder),
  }
}

/** The exported facts are large and of no use once the Parquet files are there. */
export async function dropExports(folder: string): Promise<void> {
  for (const path of exportPaths(folder)) await rm(path, { force: true })
}

function exportPaths(folder: string): string[] {
  const exports = [SOURCES.roster, SOURCES.course_score, SOURCES.paper_part]
  return exports.flatMap((source) => (source ? [join(folder, source.fileName)] : []))
}
