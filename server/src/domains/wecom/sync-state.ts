import { SYNC } from '@xueheng/contract/domains/wecom/unit.ts'

interface Synced {
  syncState: number | null
}

/** What a change by hand does to where a row stands: what was in step is to be pushed, what is unknown upstream stays so. */
export function markChanged(row: Partial<Synced>, before: Synced | undefined): void {
  if (!before) row.syncState = SYNC.local
  else if (before.syncState === SYNC.same || before.syncState === SYNC.failed) row.syncState = SYNC.pending
}
