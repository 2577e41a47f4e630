import { forget, keep, kept } from '../api/storage.ts'
import { useSession } from '../session/store.ts'
import type { FormMode, Values } from '../form/values.ts'

/** A form that was not sent: what was typed survives a reload, a locked screen and a session that ran out. */
export interface Draft {
  mode: FormMode
  /** The row that was edited; nothing for a new one. */
  id?: string | undefined
  values: Values
}

interface KeptDraft extends Draft {
  userId: string
}

const KEY = 'drafts'

/** Keeps what stands in a form of this window, for the same user only. */
export function keepDraft(place: string, draft: Draft): void {
  const userId = useSession.getState().user?.userId
  if (userId) keep(KEY, { ...all(), [place]: { ...draft, userId } satisfies KeptDraft }, true)
}

export function draftOf(place: string): Draft | undefined {
  const draft = all()[place]
  return draft?.userId === useSession.getState().user?.userId ? draft : undefined
}

export function dropDraft(place: string): void {
  const { [place]: dropped, ...rest } = all()
  if (dropped) keep(KEY, rest, true)
}

/** Forgets the forms of a tab that was closed or drawn anew. */
export function dropDraftsOf(path: string): void {
  for (const place of Object.keys(all())) if (place.startsWith(`${path} `)) dropDraft(place)
}

function all(): Record<string, KeptDraft> {
  return kept<Record<string, KeptDraft>>(KEY, true) ?? {}
}

// Whoever leaves on purpose leaves nothing behind.
useSession.subscribe((now, before) => {
  if (before.token && !now.token && now.hasLeft) forget(KEY, true)
})
