import type { QueryClient } from '@tanstack/react-query'
import { type Change, refreshChanges } from './changes.ts'

/** What the jobs that were started in this window will have written, by their numbers. */
const expected = new Map<string, readonly Change[]>()

/** Keeps what the job of an answer writes; an answer without `jobId` has none. */
export function expectChanges(answer: unknown, changes: readonly Change[]): void {
  const jobId = (answer as { jobId?: unknown } | null | undefined)?.jobId
  if (typeof jobId === 'string' && changes.length > 0) expected.set(jobId, changes)
}

/** Reads again what the job that has ended was to write. */
export async function refreshAfterJob(client: QueryClient, jobId: string): Promise<void> {
  const changes = expected.get(jobId) ?? []
  expected.delete(jobId)
  await refreshChanges(client, changes)
}
