import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FaultCount, ImportCounts } from '@xueheng/contract/domains/exam/import.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { keepQuestions } from '../question/write-questions.ts'
import { type Batch, isRowBatch } from './batch.ts'
import { copyChanges } from './write-changes.ts'

/** What a check found of a batch that may be written, and the file of what would be written. */
export interface KeptVerdict {
  /** What it follows from; see `fingerprintOf`. */
  fingerprint: string
  counts: ImportCounts
  faultCounts: FaultCount[]
  path: string
}

/** Batches are written soon after their check, or after hours; older verdicts make room. */
const MOST = 16

/** The files lie in the temporary folder, which is cleared when the program starts: this knows all of them. */
const kept = new Map<string, KeptVerdict>()

/** Keeps the verdict on an evaluated batch for its commit, in the place of an older one. */
export async function keepVerdict(
  ctx: Pick<Ctx, 'files'>,
  db: AnalyticsBatch,
  batch: Batch,
  found: Omit<KeptVerdict, 'path'>,
): Promise<void> {
  const path = ctx.files.tempPath(isRowBatch(batch) ? 'csv' : 'parquet')
  if (isRowBatch(batch)) await copyChanges(ctx, db, batch.kind, path)
  else await keepQuestions(db, path)
  await dropVerdict(batch.id)
  kept.set(batch.id, { ...found, path })
  const [oldest] = kept.size > MOST ? kept.keys() : []
  if (oldest !== undefined) await dropVerdict(oldest)
}

/** The verdict on a batch, where it follows from the same and nobody has cleared the temporary folder. */
export function recallVerdict(batchId: string, fingerprint: string): KeptVerdict | undefined {
  const found = kept.get(batchId)
  return found?.fingerprint === fingerprint && existsSync(found.path) ? found : undefined
}

export async function dropVerdict(batchId: string): Promise<void> {
  const found = kept.get(batchId)
  kept.delete(batchId)
  if (found) await rm(found.path, { force: true })
}
